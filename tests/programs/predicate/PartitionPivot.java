// The scans from both sides are stopped by the pivot, which is the first element, and by nothing else.
// args: --method PartitionPivot.partition
// verdict: proved
class PartitionPivot {
    static int partition(int[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        int pivot = a[0];
        int left = 0;
        int right = a.length;
        while (true) {
            do {
                right--;
            } while (a[right] > pivot);
            do {
                left++;
            } while (left < right && a[left] < pivot);
            if (left >= right) {
                return right;
            }
            int swapped = a[left];
            a[left] = a[right];
            a[right] = swapped;
        }
    }
}
