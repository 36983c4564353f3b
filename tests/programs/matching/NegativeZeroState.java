// Zero and minus zero are equal and not the same; NaN is the same and not equal.
// run: zero
// args: --method NegativeZeroState.zero
// verdict: violated
// violation: AssertionError at zero:@minus
// run: nan
// args: --method NegativeZeroState.nan
// verdict: proved
class NegativeZeroState {
    static void zero(boolean negative) {
        double value = 0.0;
        if (negative) {
            value = -value;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert 1 / value > 0; // @minus
    }

    static void nan(boolean negative) {
        double value = Double.NaN;
        if (negative) {
            value = 0.0 / 0.0;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert value != value;
    }
}
