// A copy stays what the array was: an array that was changed since then is not covered by one that was not.
// run: clone
// args: --method ChangedAfterCopy.cloned
// verdict: violated
// violation: AssertionError at cloned:@changed
// run: unchanged
// args: --method ChangedAfterCopy.unchanged
// verdict: proved
class ChangedAfterCopy {
    static void cloned(int[] a, boolean keep, int i) {
        if (a == null || a.length < 1) {
            return;
        }
        int[] copy = a.clone();
        if (keep) {
            i = 0;
        } else {
            if (i > 5 || i < 3) {
                return;
            }
            a[0] = 7;
        }
        for (int k = 0; k < 2; k++) {
            i += k;
        }
        assert a[0] == copy[0]; // @changed
    }

    static void unchanged(int[] a, boolean keep, int i) {
        if (a == null || a.length < 1) {
            return;
        }
        int[] copy = a.clone();
        if (keep) {
            i = 0;
        } else {
            if (i > 5 || i < 3) {
                return;
            }
            copy[a.length - 1] = a[a.length - 1];
        }
        for (int k = 0; k < 2; k++) {
            i += k;
        }
        assert a[0] == copy[0];
    }
}
