/** The partition step of quicksort around the first element. */
class ArrayPartition {
    /** With the seeded bug: nothing stops lo at the end of the array. */
    static void buggy(int[] a) {
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (a[lo] <= pivot) {
                lo++;
            }
            while (a[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int higher = a[hi];
                a[hi] = a[lo];
                a[lo] = higher;
            }
        }
    }

    static void fixed(int[] a) {
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (lo <= hi) {
            while (lo <= hi && a[lo] <= pivot) {
                lo++;
            }
            while (a[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int higher = a[hi];
                a[hi] = a[lo];
                a[lo] = higher;
            }
        }
    }

    /** The same with the side of each test that leaves the loop first, which is where a search goes first. */
    static void leavingFirst(int[] a) {
        int pivot = a[0];
        int lo = 1;
        int hi = a.length - 1;
        while (true) {
            if (lo > hi) {
                break;
            }
            while (true) {
                if (lo > hi) {
                    break;
                }
                if (a[lo] > pivot) {
                    break;
                }
                lo++;
            }
            while (true) {
                if (a[hi] <= pivot) {
                    break;
                }
                hi--;
            }
            if (lo < hi) {
                int higher = a[hi];
                a[hi] = a[lo];
                a[lo] = higher;
            }
        }
    }

    /** Precondition of the publication: more than two elements. */
    static boolean moreThanTwo(int[] a) {
        return a != null && a.length > 2;
    }
}
