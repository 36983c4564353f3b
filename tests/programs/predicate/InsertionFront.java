// Insertion sort that looks before the first element when all others are greater.
// args: --method InsertionFront.sort
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at sort:@front
class InsertionFront {
    static void sort(int[] a) {
        if (a == null) {
            return;
        }
        for (int i = 1; i < a.length; i++) {
            int moved = a[i];
            int j = i - 1;
            while (a[j] > moved && j >= 0) { // @front
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = moved;
        }
    }
}
