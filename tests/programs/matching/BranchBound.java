// Under --max-choices a more general state is cut where a special one goes on: it must not stand for it.
// args: --method BranchBound.check --max-choices 6
// verdict: violated
// violation: AssertionError at check:@three
class BranchBound {
    static void check(int n, boolean any, int z) {
        if (any) {
            z = 0;
        } else {
            if (z > 5) {
                return;
            }
            n = 7;
        }
        int bits = 0;
        for (int k = 0; k < 6; k++) {
            if ((n >> k & 1) != 0) {
                bits++;
            }
        }
        assert bits != 3; // @three
    }
}
