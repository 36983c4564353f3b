// An element whose index depends on the element itself: arrays in which no such element exists are not covered by those with one.
// args: --method IndexByValue.check --requires IndexByValue.four
// verdict: violated
// violation: AssertionError at check:@none
class IndexByValue {
    static boolean four(int[] a, int i, boolean known, int z) {
        return a != null && a.length == 4;
    }

    static void check(int[] a, int i, boolean known, int z) {
        if (known) {
            if (a[i & 3] != i) {
                return;
            }
        } else {
            if (z > 5 || z < 3) {
                return;
            }
        }
        boolean found = false;
        for (int k = 0; k < 4; k++) {
            if ((a[k] & 3) == k) {
                found = true;
            }
        }
        assert found; // @none
    }
}
