// Divide and conquer that leaves the middle out and forgets that a half may then be empty.
// args: --method HalvesEmpty.sum(int[]) --property assert
// verdict: violated
// violation: AssertionError at sum:@range
class HalvesEmpty {
    static long sum(int[] a) {
        return a == null || a.length == 0 ? 0 : sum(a, 0, a.length);
    }

    private static long sum(int[] a, int low, int high) {
        assert low < high; // @range
        if (high - low == 1) {
            return a[low];
        }
        int middle = low + (high - low) / 2;
        return sum(a, low, middle) + a[middle] + sum(a, middle + 1, high);
    }
}
