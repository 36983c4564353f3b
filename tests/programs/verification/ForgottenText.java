// A generalised state forgets what a string says, and not how long it is: an index is in it or not, the same place says the same, and
// whatever else a string may say, it may.
// run: walked
// args: --method ForgottenText.walked --technique predicates
// verdict: proved
// run: same
// args: --method ForgottenText.same --technique predicates
// verdict: proved
// run: beyond
// args: --method ForgottenText.beyond
// verdict: violated
// violation: StringIndexOutOfBoundsException at beyond:@beyond
// run: other
// args: --method ForgottenText.other
// verdict: violated
// violation: AssertionError at other:@other
// run: equal
// args: --method ForgottenText.equal
// verdict: violated
// violation: AssertionError at equal:@equal
class ForgottenText {
    static int walked(String text) {
        if (text == null) {
            return 0;
        }
        int spaces = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            if (text.charAt(i) == ' ') {
                spaces++;
            }
        }
        return spaces;
    }

    static void same(String text) {
        if (text == null) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == 'x') {
                assert text.charAt(i) != 'y';
            }
        }
    }

    static int beyond(String text) {
        if (text == null) {
            return 0;
        }
        int i = 0;
        while (text.charAt(i) == 'a') { // @beyond
            i++;
        }
        return i;
    }

    static void other(String one, String two) {
        if (one == null || two == null || one.length() != two.length()) {
            return;
        }
        int alike = 0;
        for (int i = 0; i < one.length(); i++) {
            if (one.charAt(i) == two.charAt(i)) {
                alike++;
            }
        }
        assert alike == one.length(); // @other
    }

    static void equal(String one, String two) {
        if (one == null || two == null || one.length() != two.length()) {
            return;
        }
        int i = 0;
        while (i < one.length() && one.charAt(i) != 'z') {
            i++;
        }
        assert one.length() > 3 || one.equals(two); // @equal
    }
}
