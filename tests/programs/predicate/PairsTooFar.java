// The inner loop of two looks one element beyond the end.
// args: --method PairsTooFar.equal
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at equal:@read
class PairsTooFar {
    static int equal(int[] a) {
        if (a == null) {
            return 0;
        }
        int pairs = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = i; j < a.length; j++) {
                if (a[i] == a[j + 1]) { // @read
                    pairs++;
                }
            }
        }
        return pairs;
    }
}
