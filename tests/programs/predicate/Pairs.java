// Two nested loops: every pair of different elements, the second behind the first.
// args: --method Pairs.equal
// verdict: proved
class Pairs {
    static int equal(int[] a) {
        if (a == null) {
            return 0;
        }
        int first = -1;
        for (int i = 0; i < a.length; i++) {
            for (int j = i + 1; j < a.length; j++) {
                assert i < j;
                if (a[i] == a[j]) {
                    first = i;
                }
            }
        }
        assert first < a.length;
        return first;
    }
}
