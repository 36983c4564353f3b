// A builder made from a string of any length, as long as nobody looks into it.
// run: length
// args: --method BuilderOfAnyLength.length
// verdict: proved
// run: reversed
// args: --method BuilderOfAnyLength.reversed
// verdict: violated
// violation: AssertionError at reversed:@reversed
// run: compared
// args: --method BuilderOfAnyLength.compared --string-length 4
// verdict: bounded
// reason: --string-length 4
class BuilderOfAnyLength {
    static void length(String text) {
        if (text == null || text.isEmpty()) {
            return;
        }
        StringBuilder builder = new StringBuilder(text);
        StringBuffer buffer = new StringBuffer(text);
        assert builder.length() == text.length() && buffer.length() > 0;
    }

    static void reversed(String text) {
        if (text == null || text.length() < 2) {
            return;
        }
        StringBuilder builder = new StringBuilder(text);
        assert !builder.reverse().toString().equals("ba"); // @reversed
    }

    static void compared(String text) {
        if (text == null) {
            return;
        }
        assert new StringBuilder(text).compareTo(new StringBuilder(text)) == 0;
    }
}
