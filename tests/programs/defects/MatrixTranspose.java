// Rows and columns are exchanged, and so should be the lengths.
// run: defect
// args: --method MatrixTransposeDefect.transpose
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at transpose:@cell
// run: fixed
// args: --method MatrixTransposeFixed.transpose
// verdict: proved
class MatrixTransposeDefect {
    static int[][] transpose(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 3 || columns > 3) {
            throw new IllegalArgumentException("size");
        }
        int[][] matrix = new int[rows][columns];
        int[][] result = new int[columns][rows];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                result[row][column] = matrix[row][column]; // @cell
            }
        }
        return result;
    }
}

class MatrixTransposeFixed {
    static int[][] transpose(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 3 || columns > 3) {
            throw new IllegalArgumentException("size");
        }
        int[][] matrix = new int[rows][columns];
        int[][] result = new int[columns][rows];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                result[column][row] = matrix[row][column];
            }
        }
        return result;
    }
}
