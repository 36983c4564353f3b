// A loop that is tested after its body, on an array that is not empty.
// args: --method DoWhile.maximum
// verdict: proved
class DoWhile {
    static int maximum(int[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        int i = 0;
        int best = 0;
        do {
            if (a[i] > a[best]) {
                best = i;
            }
            i++;
        } while (i < a.length);
        assert i == a.length && best < i;
        return a[best];
    }
}
