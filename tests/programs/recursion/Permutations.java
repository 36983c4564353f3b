// Backtracking over a shared array restores it. Yet x * 100 wraps around to the forbidden number for some x.
// run: restores
// args: --method Permutations.restores
// verdict: violated
// violation: AssertionError at visit:@visit
// run: finds
// args: --method Permutations.finds
// verdict: violated
// violation: AssertionError at visit:@visit
class Permutations {
    static int visited;
    static int forbidden = -1;

    static void visit(int[] a) {
        visited++;
        assert a[0] * 100 + a[1] * 10 + a[2] != forbidden; // @visit
    }

    static void permute(int[] a, int from) {
        if (from == a.length) {
            visit(a);
            return;
        }
        for (int i = from; i < a.length; i++) {
            int t = a[from];
            a[from] = a[i];
            a[i] = t;
            permute(a, from + 1);
            t = a[from];
            a[from] = a[i];
            a[i] = t;
        }
    }

    static void restores(int x) {
        int[] a = {x, 2, 3};
        permute(a, 0);
        assert visited == 6;
        assert a[0] == x && a[1] == 2 && a[2] == 3;
    }

    static void finds() {
        forbidden = 312;
        permute(new int[] {1, 2, 3}, 0);
    }
}
