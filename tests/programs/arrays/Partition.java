// The scan has no bound check.
// run: missing
// args: --method Partition.missing --requires Partition.small
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at missing:@scan
// run: checked
// args: --method Partition.checked --requires Partition.small
// verdict: proved
class Partition {
    static boolean small(int[] a, int pivot) {
        return a != null && a.length <= 3;
    }

    static int missing(int[] a, int pivot) {
        int i = 0;
        while (a[i] < pivot) i++; // @scan
        return i;
    }

    static int checked(int[] a, int pivot) {
        int i = 0;
        while (i < a.length && a[i] < pivot) {
            i++;
        }
        assert i <= a.length;
        return i;
    }
}
