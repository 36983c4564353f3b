// x + 1 > x holds for long arithmetic on ints, not for int arithmetic.
// run: wraps
// args: --method NextInt.wraps
// verdict: violated
// violation: AssertionError at wraps:@wraps
// run: widened
// args: --method NextInt.widened
// verdict: proved
class NextInt {
    static void wraps(int x) {
        assert x + 1 > x; // @wraps
    }

    static void widened(int x) {
        assert (long) x + 1 > x;
    }
}
