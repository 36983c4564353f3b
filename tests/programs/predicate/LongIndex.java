// An index that is a long is cut down to an int where the array is read.
// args: --method LongIndex.sum
// verdict: proved
class LongIndex {
    static int sum(int[] a, long from) {
        if (a == null || from < 0) {
            return 0;
        }
        int sum = 0;
        for (long i = from; i < a.length; i++) {
            sum += a[(int) i];
        }
        return sum;
    }
}
