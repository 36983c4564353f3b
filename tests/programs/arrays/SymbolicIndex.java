// An index from outside into an array from inside.
// run: unguarded
// args: --method SymbolicIndex.unguarded
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at unguarded:@read
// run: guarded
// args: --method SymbolicIndex.guarded
// verdict: proved
// run: below
// args: --method SymbolicIndex.below
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at below:@below
class SymbolicIndex {
    static int unguarded(int i) {
        int[] a = new int[10];
        return a[i]; // @read
    }

    static void guarded(int i, int v) {
        int[] a = new int[10];
        if (0 <= i && i < 10) {
            a[i] = v;
            assert a[i] == v;
            assert a[(i + 1) % 10] == 0;
        }
    }

    static int below(int i) {
        int[] a = new int[10];
        if (i < a.length) {
            return a[i]; // @below
        }
        return 0;
    }
}
