// Rows and columns confused.
// run: swapped
// args: --method Matrix.swapped
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at swapped:@swapped
// run: right
// args: --method Matrix.right
// verdict: proved
class Matrix {
    static int swapped(int row, int column) {
        int[][] m = new int[3][4];
        if (0 <= row && row < 4 && 0 <= column && column < 3) {
            return m[row][column]; // @swapped
        }
        return 0;
    }

    static void right(int row, int column, int v) {
        int[][] m = new int[3][4];
        if (0 <= row && row < 3 && 0 <= column && column < 4) {
            m[row][column] = v;
            assert m[row][column] == v;
        }
    }
}
