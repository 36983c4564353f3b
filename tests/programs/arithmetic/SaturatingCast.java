// Casts from float to int saturate, NaN becomes 0, and a cast to short goes through int.
// run: lowest
// args: --method SaturatingCast.lowest
// verdict: proved
// run: unordered
// args: --method SaturatingCast.unordered
// verdict: proved
// run: narrow
// args: --method SaturatingCast.narrow
// verdict: violated
// violation: AssertionError at narrow:@narrow
// run: concrete
// args: --method SaturatingCast.concrete
// verdict: proved
class SaturatingCast {
    static void lowest(float f) {
        if ((int) f == Integer.MIN_VALUE) {
            assert f <= -2147483648f;
        }
        if (f > 3e9f) {
            assert (int) f == Integer.MAX_VALUE;
        }
    }

    static void unordered(float f) {
        if (f != f) {
            assert (int) f == 0;
        }
    }

    static void narrow(float f) {
        if (f > 1f) {
            assert (short) f > 0; // @narrow
        }
    }

    static void concrete() {
        assert (int) 1e20 == Integer.MAX_VALUE;
        assert (long) -1e30 == Long.MIN_VALUE;
        assert (byte) 1e20 == -1;
        assert (char) -1.5 == 65535;
        assert (int) -0.9 == 0;
        assert (long) Double.NaN == 0L;
    }
}
