// Numeric values of characters need more than 16 bits: U+2188 is 100000.
// run: most
// args: --method NumericValues.most
// verdict: violated
// violation: AssertionError at most:@most
// run: reached
// args: --method NumericValues.reached
// verdict: violated
// violation: AssertionError at reached:@reached
// run: range
// args: --method NumericValues.range
// verdict: proved
// run: digits
// args: --method NumericValues.digits
// verdict: proved
// run: text
// args: --method NumericValues.text
// verdict: violated
// violation: AssertionError at text:@text
class NumericValues {
    static void most(char c) {
        assert Character.getNumericValue(c) <= 50000; // @most
    }

    static void reached(char c) {
        assert Character.getNumericValue(c) != 50000; // @reached
    }

    static void range(char c) {
        int value = Character.getNumericValue(c);
        assert value >= -2 && value <= 100000;
    }

    static void digits(char c) {
        int digit = Character.digit(c, 36);
        assert digit >= -1 && digit < 36;
    }

    static void text(String text) {
        if (text != null && text.length() == 1) {
            assert Character.getNumericValue(text.charAt(0)) <= 10000; // @text
        }
    }
}
