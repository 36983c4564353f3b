// Swapping by exclusive or erases an element swapped with itself.
// run: any
// args: --method XorSwap.any
// verdict: violated
// violation: AssertionError at any:@swapped
// run: different
// args: --method XorSwap.different
// verdict: proved
class XorSwap {
    static void swap(int[] a, int i, int j) {
        a[i] ^= a[j];
        a[j] ^= a[i];
        a[i] ^= a[j];
    }

    static void any(int x, int i, int j) {
        int[] a = {x, 1, 2, 3};
        int old = a[i & 3];
        swap(a, i & 3, j & 3);
        assert a[j & 3] == old; // @swapped
    }

    static void different(int x, int y) {
        int[] a = {x, y};
        swap(a, 0, 1);
        assert a[0] == y && a[1] == x;
    }
}
