// Large arrays, far more than the memory given: few instructions allocate gigabytes, and the limit binds all the same.
// args: --method ManyLarge.fill --memory 200M
// verdict: inconclusive
// reason: --memory
class ManyLarge {
    static void fill() {
        long[][] rows = new long[1000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new long[1_000_000];
            rows[i][5] = i;
        }
        assert rows[3][5] == 3;
    }
}
