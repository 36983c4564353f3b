// Static fields start with the values of their initialisers, in textual order.
// run: start
// args: --method InitialValues.start
// verdict: proved
// run: early
// args: --method InitialValues.early
// verdict: violated
// violation: AssertionError at early:@early
class InitialValues {
    static int first = later();
    static int second = 5;
    static final int CONSTANT = 7;
    static int third = second + CONSTANT;

    static int later() {
        return second * 10 + CONSTANT;
    }

    static {
        third++;
    }

    static void start() {
        assert first == 7 && second == 5 && third == 13;
        second++;
        assert second == 6;
    }

    static void early() {
        assert first == 57; // @early
    }
}
