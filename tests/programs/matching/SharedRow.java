// Rows of a matrix may be one array.
// args: --method SharedRow.check
// verdict: violated
// violation: AssertionError at check:@shared
class SharedRow {
    static void check(int[][] rows, boolean fill) {
        if (rows == null || rows.length != 2 || rows[0] == null || rows[1] == null) {
            return;
        }
        if (rows[0].length != 1 || rows[1].length != 1) {
            return;
        }
        rows[1][0] = 0;
        if (fill) {
            rows[0][0] = 1;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert rows[1][0] == 0; // @shared
    }
}
