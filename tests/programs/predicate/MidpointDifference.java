// Half of the distance added to the lower end stays inside of the array.
// args: --method MidpointDifference.find
// verdict: proved
class MidpointDifference {
    static int find(int[] sorted, int wanted) {
        if (sorted == null) {
            return -1;
        }
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = low + (high - low) / 2;
            assert low <= middle && middle <= high;
            if (sorted[middle] < wanted) {
                low = middle + 1;
            } else if (sorted[middle] > wanted) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
