// The partition step of quicksort on arrays of every length, and without the test that keeps an index inside.
// run: fixed
// args: --method AbstractPartition.partition(int[]) --heap lazy --match abstract
// verdict: proved
// run: buggy
// args: --method AbstractPartition.runsOver(int[]) --heap lazy --match abstract
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at runsOver:@over
class AbstractPartition {
    static void partition(int[] a) {
        if (a == null || a.length < 3) {
            return;
        }
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (lo <= hi && a[lo] <= a[0]) {
                lo++;
            }
            while (a[hi] > a[0]) {
                hi--;
            }
            if (lo < hi) {
                int higher = a[hi];
                a[hi] = a[lo];
                a[lo] = higher;
            }
        }
    }

    static void runsOver(int[] a) {
        if (a == null || a.length < 3) {
            return;
        }
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (a[lo] <= a[0]) { // @over
                lo++;
            }
            while (a[hi] > a[0]) {
                hi--;
            }
            if (lo < hi) {
                int higher = a[hi];
                a[hi] = a[lo];
                a[lo] = higher;
            }
        }
    }
}
