// Writes at unknown indices, one over the other: which came last matters.
// run: order
// args: --method LayeredWrites.order
// verdict: violated
// violation: AssertionError at order:@same
// run: apart
// args: --method LayeredWrites.apart
// verdict: proved
class LayeredWrites {
    static boolean inside(int[] a, int i) {
        return a != null && i >= 0 && i < a.length;
    }

    static void order(int[] a, int i, int j, boolean first) {
        if (!inside(a, i) || !inside(a, j)) {
            return;
        }
        if (first) {
            a[i] = 1;
            a[j] = 2;
        } else {
            a[j] = 2;
            a[i] = 1;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert a[i] == 1; // @same
    }

    static void apart(int[] a, int i, int j, boolean first) {
        if (!inside(a, i) || !inside(a, j) || i == j) {
            return;
        }
        if (first) {
            a[i] = 1;
            a[j] = 2;
        } else {
            a[j] = 2;
            a[i] = 1;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert a[i] == 1 && a[j] == 2;
    }
}
