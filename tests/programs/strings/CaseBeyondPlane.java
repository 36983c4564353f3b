// Letters of two units have a case, too: the second unit changes, and how depends on the first.
// run: literal
// args: --method CaseBeyondPlane.literal
// verdict: violated
// violation: AssertionError at literal:@literal
// run: appended
// args: --method CaseBeyondPlane.appended
// verdict: violated
// violation: AssertionError at appended:@appended
// run: between
// args: --method CaseBeyondPlane.between --heap summary
// verdict: violated
// violation: AssertionError at between:@between
// run: unknown
// args: --method CaseBeyondPlane.unknown --heap summary
// verdict: violated
// violation: AssertionError at unknown:@unknown
// run: two
// args: --method CaseBeyondPlane.two --heap summary
// verdict: proved
// run: halves
// args: --method CaseBeyondPlane.halves --heap summary
// verdict: proved
// run: first
// args: --method CaseBeyondPlane.first --heap summary
// verdict: proved
class CaseBeyondPlane {
    // A capital and a small letter of Deseret: U+10400, U+10428.
    static void literal(String s) {
        if ("\ud801\udc00".equalsIgnoreCase(s)) {
            assert s.equals("\ud801\udc00"); // @literal
        }
    }

    static void appended(char c) {
        if (("\ud801" + c).equalsIgnoreCase("\ud801\udc00")) {
            assert c == '\udc00'; // @appended
        }
    }

    // A letter of Adlam between others: U+1E900, U+1E922.
    static void between(String s) {
        if (s != null && s.equalsIgnoreCase("x\ud83a\udd00Y")) {
            assert s.charAt(2) == '\udd00'; // @between
        }
    }

    static void unknown(String s, String t) {
        if (s != null && t != null && s.length() == 2 && t.length() == 2 && s.charAt(0) == '\ud83a') {
            if (s.equalsIgnoreCase(t)) {
                assert s.equals(t); // @unknown
            }
        }
    }

    static void two(String s) {
        if ("\ud801\udc00".equalsIgnoreCase(s)) {
            assert s.equals("\ud801\udc00") || s.equals("\ud801\udc28");
        }
    }

    // Halves by themselves, and after another half, have none.
    static void halves(String s) {
        if ("\udc00a\ud83d\udc00".equalsIgnoreCase(s)) {
            assert s.equals("\udc00a\ud83d\udc00") || s.equals("\udc00A\ud83d\udc00");
        }
    }

    static void first(String s, String t) {
        if (s != null && t != null && s.length() == 2 && t.length() == 2 && s.charAt(0) == '\ud801') {
            if (s.equalsIgnoreCase(t)) {
                assert t.charAt(0) == '\ud801';
            }
        }
    }
}
