// Correct on sorted arrays of three elements.
// run: sorted
// args: --method BinarySearch.check --requires BinarySearch.sorted
// verdict: proved
// run: unsorted
// args: --method BinarySearch.check --requires BinarySearch.three
// verdict: violated
// violation: AssertionError at check:@missed
class BinarySearch {
    static boolean three(int[] a, int key) {
        return a != null && a.length == 3;
    }

    static boolean sorted(int[] a, int key) {
        return three(a, key) && a[0] <= a[1] && a[1] <= a[2];
    }

    static int search(int[] a, int key) {
        int low = 0;
        int high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    static void check(int[] a, int key) {
        int found = search(a, key);
        if (found >= 0) {
            assert a[found] == key;
        } else {
            assert a[0] != key && a[1] != key && a[2] != key; // @missed
        }
    }
}
