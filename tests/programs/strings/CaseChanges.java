// Upper and lower case of ASCII; other characters are a reason.
// run: bug
// args: --method CaseChanges.bug --string-length 4 --heap summary
// verdict: violated
// violation: AssertionError at bug:@bug
// run: ascii
// args: --method CaseChanges.ascii --requires CaseChanges.isPlain --string-length 3 --heap lazy
// verdict: bounded
// run: reason
// args: --method CaseChanges.ascii --string-length 3 --heap lazier-sharp
// verdict: inconclusive
// reason: changing the case of characters that are not ASCII
class CaseChanges {
    static boolean isPlain(String s) {
        if (s == null) {
            return false;
        }
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) > 'z') {
                return false;
            }
        }
        return true;
    }

    static void bug(String s) {
        if (s != null && s.toUpperCase().equals("ABC")) {
            assert s.equals("ABC") || s.equals("abc"); // @bug
        }
    }

    static void ascii(String s) {
        if (s != null) {
            String upper = s.toUpperCase();
            assert upper.length() == s.length();
            assert upper.toLowerCase().equals(s.toLowerCase());
            assert upper.equalsIgnoreCase(s);
        }
    }
}
