// First and last positions of characters and parts.
// run: between
// args: --method Searching.between --string-length 6 --heap lazier
// verdict: violated
// violation: AssertionError at between:@between
// run: ordered
// args: --method Searching.ordered --string-length 5 --heap summary
// verdict: bounded
// run: surrogates
// args: --method Searching.surrogates --string-length 4 --heap lazy
// verdict: violated
// violation: AssertionError at surrogates:@pair
class Searching {
    static void between(String s) {
        if (s != null) {
            int i = s.indexOf("bc", 1);
            assert i < 2 || s.lastIndexOf('c') != i + 1 || s.length() < 5; // @between
        }
    }

    static void ordered(String s, char c) {
        if (s != null) {
            int first = s.indexOf(c);
            int last = s.lastIndexOf(c);
            assert first <= last && (first < 0) == (last < 0);
            assert first < 0 || s.charAt(first) == c && s.charAt(last) == c;
            assert s.contains(String.valueOf(c)) == first >= 0;
            assert s.indexOf("", 9) == s.length() && s.lastIndexOf("", -1) == -1;
        }
    }

    static void surrogates(String s) {
        if (s != null && s.length() == 3) {
            assert s.indexOf(0x1F600) != 1; // @pair
        }
    }
}
