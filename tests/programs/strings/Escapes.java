// Characters that a report must write carefully; the replay shows that it did.
// run: quotes
// args: --method Escapes.quotes --heap summary
// verdict: violated
// violation: AssertionError at quotes:@quotes
// run: lines
// args: --method Escapes.lines --heap lazy
// verdict: violated
// violation: AssertionError at lines:@lines
// run: halves
// args: --method Escapes.halves --heap lazier-sharp
// verdict: violated
// violation: AssertionError at halves:@halves
class Escapes {
    static void quotes(String s) {
        assert !"\"\\'".equals(s); // @quotes
    }

    static void lines(String s) {
        assert !"\r\n\t\0\u2028\u0085".equals(s); // @lines
    }

    static void halves(String s) {
        if (s != null && s.length() == 2) {
            assert !(Character.isLowSurrogate(s.charAt(0)) && Character.isHighSurrogate(s.charAt(1))); // @halves
        }
    }
}
