// What needs no character needs no bound; what needs all of them is bounded.
// run: first
// args: --method LongStrings.first --heap lazier-sharp
// verdict: proved
// run: bounded
// args: --method LongStrings.bounded --string-length 6 --heap lazier
// verdict: bounded
// reason: --string-length 6
// run: required
// args: --method LongStrings.bounded --requires LongStrings.isShort --string-length 6 --heap summary
// verdict: proved
// run: beyond
// args: --method LongStrings.beyond --string-length 12 --heap lazy
// verdict: violated
// violation: AssertionError at beyond:@beyond
// run: cut
// args: --method LongStrings.beyond --string-length 4 --heap lazier-sharp
// verdict: bounded
class LongStrings {
    static boolean isShort(String s) {
        return s != null && s.length() < 6;
    }

    static void first(String s) {
        if (s != null && s.length() > 1_000 && s.startsWith("abc")) {
            assert s.charAt(2) == 'c' && !s.equals("abcd") && s.substring(0, 2).equals("ab");
        }
    }

    static void bounded(String s) {
        if (s != null) {
            assert s.endsWith(s) && s.indexOf(s) == 0;
        }
    }

    static void beyond(String s) {
        if (s != null && s.endsWith("the end")) {
            assert s.length() < 9; // @beyond
        }
    }
}
