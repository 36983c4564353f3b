// Two rows of a matrix from outside may be the same array.
// run: shared
// args: --method SharedRows.write --requires SharedRows.twoRows
// verdict: violated
// violation: AssertionError at write:@same
// run: fresh
// args: --method SharedRows.fresh
// verdict: proved
class SharedRows {
    static boolean twoRows(int[][] m) {
        return m != null && m.length == 2 && m[0] != null && m[1] != null && m[0].length > 0 && m[1].length > 0;
    }

    static void write(int[][] m) {
        m[0][0] = 1;
        m[1][0] = 2;
        assert m[0][0] == 1; // @same
    }

    static void fresh(int v) {
        int[][] m = new int[2][1];
        m[0][0] = v;
        m[1][0] = v + 1;
        assert m[0][0] == v;
        m[1] = m[0];
        m[1][0] = 7;
        assert m[0][0] == 7;
    }
}
