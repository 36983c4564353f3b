// Addition by recursion over one of the summands: right also where the sum wraps around.
// args: --method Addition.check --property assert
// verdict: proved
class Addition {
    static int add(int m, int n) {
        if (n == 0) {
            return m;
        }
        return n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1);
    }

    static void check(int m, int n) {
        assert add(m, n) == m + n;
    }
}
