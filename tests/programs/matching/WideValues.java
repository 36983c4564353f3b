// A long takes part with all its bits.
// run: high
// args: --method WideValues.high
// verdict: violated
// violation: AssertionError at high:@high
// run: low
// args: --method WideValues.low
// verdict: proved
class WideValues {
    static void high(boolean raise) {
        long value = 5L;
        if (raise) {
            value += 1L << 32;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert value == 5L; // @high
    }

    static void low(boolean raise) {
        long value = 5L;
        if (raise) {
            value += 1L << 32;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert (int) value == 5;
    }
}
