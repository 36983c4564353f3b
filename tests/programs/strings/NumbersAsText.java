// The digits of symbolic numbers.
// run: found
// args: --method NumbersAsText.found --heap lazy
// verdict: violated
// violation: AssertionError at found:@found
// run: least
// args: --method NumbersAsText.least --heap lazier-sharp
// verdict: violated
// violation: AssertionError at least:@least
// run: lengths
// args: --method NumbersAsText.lengths --heap lazier
// verdict: proved
// run: hex
// args: --method NumbersAsText.hex --heap summary
// verdict: violated
// violation: AssertionError at hex:@hex
// run: booleans
// args: --method NumbersAsText.booleans --heap lazy
// verdict: proved
class NumbersAsText {
    static void found(int x) {
        assert !("x=" + x + ";").equals("x=-4711;"); // @found
    }

    static void least(int x) {
        assert String.valueOf(x).length() < 11 || x != Integer.MIN_VALUE; // @least
    }

    static void lengths(short x) {
        String text = Integer.toString(x);
        assert text.length() >= 1 && text.length() <= 6;
        assert (text.charAt(0) == '-') == (x < 0);
        assert x < 0 || x > 9 || text.charAt(0) == '0' + x;
    }

    static void hex(int x) {
        assert !Integer.toHexString(x).equals("cafe"); // @hex
    }

    static void booleans(boolean b, char c) {
        String text = "" + b + c;
        assert text.length() == (b ? 5 : 6) && text.endsWith(String.valueOf(c));
        assert String.valueOf(b) == "true" || String.valueOf(b) == "false";
    }
}
