// A sum of ints as a long: it is no greater than as many times the greatest int as there were summands.
// args: --method LongSum.sum
// verdict: proved
// open: products of longs with large factors
class LongSum {
    static long sum(int[] a) {
        if (a == null) {
            return 0;
        }
        long sum = 0;
        long count = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                sum += a[i];
                count++;
            }
        }
        assert sum >= count;
        assert sum <= count * Integer.MAX_VALUE;
        return count == 0 ? 0 : sum / count;
    }
}
