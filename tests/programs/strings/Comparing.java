// The order of strings, and their hash codes.
// run: before
// args: --method Comparing.before --string-length 3 --heap lazy
// verdict: violated
// violation: AssertionError at before:@before
// run: order
// args: --method Comparing.order --string-length 3 --heap lazier-sharp
// verdict: bounded
// run: hash
// args: --method Comparing.hash --string-length 3 --heap lazier
// verdict: violated
// violation: AssertionError at hash:@hash
class Comparing {
    static void before(String s) {
        if (s != null && s.compareTo("ab") < 0) {
            assert s.length() < 2 || s.charAt(0) != 'a' || s.charAt(1) != 'B'; // @before
        }
    }

    static void order(String s, String t) {
        if (s != null && t != null) {
            int c = s.compareTo(t);
            assert (c == 0) == s.equals(t);
            assert !s.equals(t) || s.hashCode() == t.hashCode();
            assert Integer.signum(c) == -Integer.signum(t.compareTo(s));
        }
    }

    static void hash(String s) {
        if (s != null && s.hashCode() == "Ab".hashCode()) {
            assert s.equals("Ab"); // @hash
        }
    }
}
