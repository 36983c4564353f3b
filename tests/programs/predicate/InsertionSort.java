// The indices of insertion sort: the inner loop stops at the front.
// args: --method InsertionSort.sort
// verdict: proved
class InsertionSort {
    static void sort(int[] a) {
        if (a == null) {
            return;
        }
        for (int i = 1; i < a.length; i++) {
            int moved = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > moved) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = moved;
        }
    }
}
