// Arrays as cells: indices are places, not numbers, and searches over arrays of every length end.
// run: search
// args: --method AbstractArrays.search --heap lazy --match abstract
// verdict: proved
// run: overrun
// args: --method AbstractArrays.overrun --heap lazy --match abstract
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at overrun:@over
// violation: NullPointerException at overrun:@over
// run: reversed
// args: --method AbstractArrays.reverse --heap lazy --match abstract
// verdict: proved
// run: parallel
// args: --method AbstractArrays.reverse --heap lazy --match abstract --jobs 2
// verdict: proved
class AbstractArrays {
    static int search(int[] a, int wanted) {
        if (a == null) {
            return -1;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static int overrun(int[] a, int wanted) {
        int i = 0;
        while (a[i] != wanted) { // @over
            i++;
        }
        return i;
    }

    static void reverse(int[] a) {
        if (a == null) {
            return;
        }
        int lo = 0;
        int hi = a.length - 1;
        while (lo < hi) {
            int low = a[lo];
            a[lo] = a[hi];
            a[hi] = low;
            lo++;
            hi--;
        }
    }
}
