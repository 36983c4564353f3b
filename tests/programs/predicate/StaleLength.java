// An array is replaced by a shorter one while the loop goes by the length of the first.
// args: --method StaleLength.copy
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at copy:@store
class StaleLength {
    static int[] copy(int[] a) {
        if (a == null) {
            return null;
        }
        int length = a.length;
        int[] kept = new int[length];
        int next = 0;
        for (int i = 0; i < length; i++) {
            if (a[i] < 0) {
                kept = new int[length - i - 1];
                next = 0;
            }
            kept[next++] = a[i]; // @store
        }
        return kept;
    }
}
