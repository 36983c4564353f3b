// Divide and conquer: the halves of a range are ranges, and none of them is empty.
// args: --method Halves.sum(int[]) --property assert
// verdict: proved
// open: how far apart the ends of a range are at its first call
class Halves {
    static long sum(int[] a) {
        return a == null || a.length == 0 ? 0 : sum(a, 0, a.length);
    }

    private static long sum(int[] a, int low, int high) {
        assert 0 <= low && low < high && high <= a.length;
        if (high - low == 1) {
            return a[low];
        }
        int middle = low + (high - low) / 2;
        return sum(a, low, middle) + sum(a, middle, high);
    }
}
