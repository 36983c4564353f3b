// Parts of an unknown string, and indices outside of it; i + 2 may overflow.
// run: part
// args: --method Substrings.part --string-length 6
// verdict: violated
// violation: AssertionError at part:@part
// violation: StringIndexOutOfBoundsException at part:@part
// run: halves
// args: --method Substrings.halves --string-length 6
// verdict: bounded
// run: outside
// args: --method Substrings.outside --string-length 5
// verdict: violated
// violation: StringIndexOutOfBoundsException at outside:@outside
class Substrings {
    static void part(String s, int i) {
        if (s != null && i >= 0 && i + 2 <= s.length()) {
            assert !s.substring(i, i + 2).equals("xy") || i != 3; // @part
        }
    }

    static void halves(String s, int i) {
        if (s != null && 0 <= i && i <= s.length()) {
            assert (s.substring(0, i) + s.substring(i)).equals(s);
            assert s.startsWith(s.substring(0, i)) && s.endsWith(s.substring(i));
        }
    }

    static String outside(String s) {
        if (s == null || s.isEmpty()) {
            return "";
        }
        return s.substring(2); // @outside
    }
}
