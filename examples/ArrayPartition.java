/** The partition step of quicksort. Has a bug. */
public class ArrayPartition {
    /** Permutes a so that elements up to the pivot a[0] come before greater ones. */
    static void partition(int[] a) {
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            // Bug: nothing stops lo at the end of the array.
            while (a[lo] <= pivot) {
                lo++;
            }
            while (a[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int swapped = a[hi];
                a[hi] = a[lo];
                a[lo] = swapped;
            }
        }
    }

    /** Precondition: there is something to partition. */
    static boolean atLeastTwo(int[] a) {
        return a != null && a.length >= 2;
    }
}
