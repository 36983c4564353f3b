// An unknown string may be null, empty, and anything else.
// run: inspect
// args: --method UnknownString.inspect
// verdict: violated
// violation: NullPointerException at inspect:@inspect
// run: length
// args: --method UnknownString.length
// verdict: proved
// run: long
// args: --method UnknownString.longOne
// verdict: violated
// violation: AssertionError at longOne:@long
class UnknownString {
    static int inspect(String s) {
        return s.length(); // @inspect
    }

    static void length(String s) {
        if (s != null) {
            assert s.length() >= 0 && s.isEmpty() == (s.length() == 0);
        }
    }

    static void longOne(String s) {
        if (s != null && s.length() > 70_000) {
            assert s.charAt(1) != 'x'; // @long
        }
    }
}
