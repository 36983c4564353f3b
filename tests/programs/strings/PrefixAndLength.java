// A prefix and a length say what the first characters are, and nothing about the last.
// run: last
// args: --method PrefixAndLength.last --heap lazier
// verdict: violated
// violation: AssertionError at last:@last
// run: first
// args: --method PrefixAndLength.first --heap summary
// verdict: proved
class PrefixAndLength {
    static void last(String s) {
        if (s != null && s.startsWith("ab") && s.length() == 4) {
            assert s.charAt(3) != 'z'; // @last
        }
    }

    static void first(String s) {
        if (s != null && s.startsWith("ab")) {
            assert s.charAt(0) == 'a' && s.charAt(1) == 'b' && s.length() >= 2 && !s.startsWith("b");
            assert !s.startsWith("abc", -1) && s.startsWith("b", 1);
        }
    }
}
