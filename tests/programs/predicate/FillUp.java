// One loop up to the length of an array.
// args: --method FillUp.fill
// verdict: proved
class FillUp {
    static void fill(int[] a, int value) {
        if (a == null) {
            return;
        }
        int i = 0;
        while (i != a.length) {
            a[i] = value;
            i++;
        }
        assert i == a.length;
    }
}
