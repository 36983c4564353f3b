// Two elements at a time: the bound is such that the index cannot wrap around.
// args: --method Stride.swap
// verdict: proved
class Stride {
    static void swap(int[] a) {
        if (a == null) {
            return;
        }
        for (int i = 0; i < a.length - 1; i += 2) {
            assert i >= 0 && i % 2 == 0;
            int swapped = a[i];
            a[i] = a[i + 1];
            a[i + 1] = swapped;
        }
    }
}
