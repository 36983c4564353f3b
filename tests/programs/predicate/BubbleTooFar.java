// Bubble sort whose first pass compares the last element with one that is not there.
// args: --method BubbleTooFar.sort
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at sort:@compare
class BubbleTooFar {
    static void sort(int[] a) {
        if (a == null) {
            return;
        }
        for (int end = a.length; end > 1; end--) {
            for (int i = 0; i < end; i++) {
                if (a[i] > a[i + 1]) { // @compare
                    int greater = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = greater;
                }
            }
        }
    }
}
