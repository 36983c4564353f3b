// Both zeros are equal, but not the same.
// run: bits
// args: --method NegativeZero.bits
// verdict: violated
// violation: AssertionError at bits:@bits
// run: reciprocal
// args: --method NegativeZero.reciprocal
// verdict: violated
// violation: AssertionError at reciprocal:@reciprocal
// run: concrete
// args: --method NegativeZero.concrete
// verdict: proved
class NegativeZero {
    static void bits(double d) {
        if (d == 0.0) {
            assert Double.doubleToRawLongBits(d) == 0L; // @bits
        }
    }

    static void reciprocal(float f) {
        if (f == 0f) {
            assert 1f / f > 0f; // @reciprocal
        }
    }

    static void concrete() {
        double zero = -0.0;
        assert zero == 0.0;
        assert 1 / zero == Double.NEGATIVE_INFINITY;
        assert Math.max(-0.0, 0.0) == 0.0 && 1 / Math.max(-0.0, 0.0) > 0;
        assert Double.compare(-0.0, 0.0) < 0;
        assert 0.0 - 0.0 == 0.0 && 1 / (0.0 - 0.0) > 0;
    }
}
