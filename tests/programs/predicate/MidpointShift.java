// A sum that is too great for an int is halved as a number without a sign; the end of the range is not part of it.
// args: --method MidpointShift.place
// verdict: proved
class MidpointShift {
    static int place(int[] sorted, int wanted) {
        if (sorted == null) {
            return 0;
        }
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            assert low <= middle && middle < high;
            if (sorted[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        assert low == high && high <= sorted.length;
        return low;
    }
}
