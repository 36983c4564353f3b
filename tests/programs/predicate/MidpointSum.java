// The sum of two indices is greater than an int can be.
// args: --method MidpointSum.find
// verdict: violated
// violation: AssertionError at find:@middle
class MidpointSum {
    /** Looks for a number among those from zero on that are smaller than the size. */
    static int find(int size, int wanted) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) / 2;
            assert low <= middle && middle <= high; // @middle
            if (middle < wanted) {
                low = middle + 1;
            } else if (middle > wanted) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
