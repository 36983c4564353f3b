// The same search, but the last element is put back before it is over.
// args: --method SentinelGone.find
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at find:@read
class SentinelGone {
    static int find(int[] a, int wanted) {
        if (a == null || a.length < 2) {
            return -1;
        }
        int end = a.length - 1;
        int last = a[end];
        a[end] = wanted;
        int i = 0;
        while (a[i] != wanted) { // @read
            i++;
            if (i == end) {
                a[end] = last;
            }
        }
        return i;
    }
}
