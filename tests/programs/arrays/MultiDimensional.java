// Partly created, jagged and three-dimensional arrays.
// run: partly
// args: --method MultiDimensional.partly
// verdict: violated
// violation: NullPointerException at partly:@partly
// run: cube
// args: --method MultiDimensional.cube
// verdict: proved
class MultiDimensional {
    static int partly(int i) {
        int[][] jagged = new int[3][];
        jagged[0] = new int[] {1};
        jagged[1] = new int[] {2, 3};
        int row = i & 3;
        if (row < 3) {
            return jagged[row][0]; // @partly
        }
        return 0;
    }

    static void cube(int v) {
        long[][][] cube = new long[2][3][4];
        cube[1][2][3] = v;
        assert cube.length == 2 && cube[0].length == 3 && cube[0][0].length == 4;
        assert cube[1][2][3] == v && cube[0][2][3] == 0;
        assert cube[0] != cube[1] && cube[0][0] != cube[0][1];
        Object row = cube[0];
        assert row instanceof long[][] && row instanceof Object[] && !(row instanceof Object[][][]);
    }
}
