// A loop from the last element to the first, which stops at minus one.
// args: --method Downward.last
// verdict: proved
class Downward {
    static int last(int[] a, int wanted) {
        if (a == null) {
            return -1;
        }
        int i = a.length;
        while (--i >= 0) {
            if (a[i] == wanted) {
                break;
            }
        }
        assert -1 <= i && i < a.length;
        return i;
    }
}
