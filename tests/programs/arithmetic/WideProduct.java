// The product is computed in int before it is widened.
// run: late
// args: --method WideProduct.late
// verdict: violated
// violation: AssertionError at late:@late
// run: early
// args: --method WideProduct.early
// verdict: proved
class WideProduct {
    static void late(int seconds) {
        long millis = seconds * 1000;
        assert millis / 1000 == seconds; // @late
    }

    static void early(int x) {
        long wide = (long) x * 3;
        assert wide - x - x == x;
    }
}
