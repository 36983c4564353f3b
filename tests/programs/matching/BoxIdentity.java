// Boxes of small numbers are one object each; boxes of large ones, made twice, are not.
// run: small
// args: --method BoxIdentity.small
// verdict: proved
// run: large
// args: --method BoxIdentity.large
// verdict: violated
// violation: AssertionError at large:@two
class BoxIdentity {
    static void small(boolean swap) {
        Integer one = 100;
        Integer other = swap ? Integer.valueOf(100) : one;
        for (int k = 0; k < 2; k++) {
        }
        assert one == other;
    }

    static void large(boolean swap) {
        Integer one = 1000;
        Integer other = one;
        if (swap) {
            other = Integer.valueOf(1000);
        }
        for (int k = 0; k < 2; k++) {
        }
        assert one == other; // @two
    }
}
