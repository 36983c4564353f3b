// Only the low five (six) bits of a shift distance count.
// run: masked
// args: --method ShiftDistance.masked
// verdict: proved
// run: full
// args: --method ShiftDistance.full
// verdict: violated
// violation: AssertionError at full:@full
// run: one
// args: --method ShiftDistance.one
// verdict: proved
class ShiftDistance {
    static void masked(int x, int n) {
        assert (x << n) == (x << (n & 31));
        assert (x >> n) == (x >> (n + 32));
        assert (x >>> n) == (x >>> (n - 64));
    }

    static void full(int x) {
        assert x << 32 == 0; // @full
    }

    static void one(long n) {
        assert 1L << n != 0;
    }
}
