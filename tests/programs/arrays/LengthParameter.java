// The length is an input like any other.
// run: exact
// args: --method LengthParameter.exact
// verdict: violated
// violation: AssertionError at exact:@exact
// run: never
// args: --method LengthParameter.never
// verdict: proved
class LengthParameter {
    static void exact(char[] text) {
        if (text != null) {
            assert text.length != 1234; // @exact
        }
    }

    static void never(char[] text) {
        if (text != null) {
            assert text.length >= 0;
        }
    }
}
