class Arrays {
    static int last(int[] numbers) {
        return numbers == null ? 0 : numbers[numbers.length - 1];
    }

    static void rows(int[][] rows) {
        if (rows != null && rows.length == 2 && rows[0] != null && rows[1] != null && rows[1].length > 2) {
            rows[1][2] = 9;
            assert rows[0].length < 3 || rows[0][2] != 9;
        }
    }
}
