// The indices of bubble sort.
// args: --method BubbleSort.sort
// verdict: proved
class BubbleSort {
    static void sort(int[] a) {
        if (a == null) {
            return;
        }
        for (int end = a.length - 1; end > 0; end--) {
            for (int i = 0; i < end; i++) {
                if (a[i] > a[i + 1]) {
                    int greater = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = greater;
                }
            }
        }
    }
}
