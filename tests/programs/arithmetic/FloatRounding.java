// An int has more digits than a float, and fewer than a double.
// run: floats
// args: --method FloatRounding.floats
// verdict: violated
// violation: AssertionError at floats:@floats
// run: doubles
// args: --method FloatRounding.doubles
// verdict: proved
// run: concrete
// args: --method FloatRounding.concrete
// verdict: proved
class FloatRounding {
    static void floats(int x) {
        float f = x;
        assert (int) f == x; // @floats
    }

    static void doubles(int x) {
        double d = x;
        assert (int) d == x;
    }

    static void concrete() {
        assert 0.1 + 0.2 != 0.3;
        assert 0.1f + 0.2f == 0.3f;
        assert 16777216f + 1f == 16777216f;
        assert (float) 0.1 != 0.1;
        assert 1e308 * 10 == Double.POSITIVE_INFINITY;
        assert Double.MIN_VALUE / 2 == 0.0;
        assert 5.5 % -2.5 == 0.5;
        assert -5.5 % 2.5 == -0.5;
    }
}
