// System.arraycopy behaves as if through a temporary array; clones are independent.
// run: overlap
// args: --method CopyOverlap.overlap
// verdict: proved
// run: clone
// args: --method CopyOverlap.cloned
// verdict: proved
// run: shallow
// args: --method CopyOverlap.shallow
// verdict: violated
// violation: AssertionError at shallow:@shallow
class CopyOverlap {
    static void overlap(int x) {
        int[] a = {x, 2, 3, 4, 5};
        System.arraycopy(a, 0, a, 1, 4);
        assert a[0] == x && a[1] == x && a[2] == 2 && a[4] == 4;
        System.arraycopy(a, 2, a, 0, 3);
        assert a[0] == 2 && a[1] == 3 && a[2] == 4 && a[3] == 3;
    }

    static void cloned(int x) {
        int[] a = {x, x};
        int[] b = a.clone();
        b[0] = x + 1;
        assert a[0] == x && b[0] != x && b.length == 2;
    }

    static void shallow(int x) {
        int[][] a = {{x}, {x}};
        int[][] b = a.clone();
        b[0][0]++;
        assert a[0][0] == x; // @shallow
    }
}
