// Everything that can be wrong with a matrix from outside.
// run: corner
// args: --method MatrixParameter.corner --depth 2
// verdict: violated
// violation: NullPointerException at corner:@row
// violation: ArrayIndexOutOfBoundsException at corner:@row
// violation: NullPointerException at corner:@element
// violation: ArrayIndexOutOfBoundsException at corner:@element
// run: guarded
// args: --method MatrixParameter.guarded
// verdict: proved
class MatrixParameter {
    static int corner(int[][] m) {
        int[] row = m[0]; // @row
        return row[0]; // @element
    }

    static int guarded(int[][] m) {
        if (m != null && m.length > 0 && m[0] != null && m[0].length > 0) {
            return m[0][0];
        }
        return 0;
    }
}
