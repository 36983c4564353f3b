// Upper and lower case of ASCII; AnyCase has the other characters.
// run: bug
// args: --method CaseChanges.bug --string-length 4 --heap summary
// verdict: violated
// violation: AssertionError at bug:@bug
// run: ascii
// args: --method CaseChanges.ascii --requires CaseChanges.isPlain --string-length 3 --heap lazy
// verdict: bounded
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
