// How many arrays there are is unknown: each is an object of its own.
// run: proof
// args: --method RowsOfUnknownNumber.diagonal
// verdict: proved
// run: bug
// args: --method RowsOfUnknownNumber.corner
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at corner:@corner
// violation: NegativeArraySizeException at corner:@size
// run: apart
// args: --method RowsOfUnknownNumber.apart
// verdict: proved
class RowsOfUnknownNumber {
    static void diagonal(int n) {
        if (n < 0 || n > 3) {
            return;
        }
        int[][] square = new int[n][n];
        for (int i = 0; i < n; i++) {
            square[i][i] = 1;
        }
        int sum = 0;
        for (int[] row : square) {
            for (int cell : row) {
                sum += cell;
            }
        }
        assert sum == n;
    }

    static int corner(int rows, int columns) {
        if (rows > 4) {
            return 0;
        }
        long[][] grid = new long[rows][columns]; // @size
        if (rows == 0) {
            return 0;
        }
        grid[rows - 1][1] = 7; // @corner
        return grid.length;
    }

    static void apart(int n) {
        if (n < 2 || n > 3) {
            return;
        }
        Object[][][] boxes = new Object[n][2][n];
        assert boxes[0] != boxes[1] && boxes[0][1] != boxes[1][1];
        assert boxes[1][1].length == n && boxes[1][1][n - 1] == null;
    }
}
