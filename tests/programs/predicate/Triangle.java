// Rows of a triangle one after the other in a single array: three loops, and a number that none of them tests.
// args: --method Triangle.rows
// verdict: proved
class Triangle {
    static void rows(int[] a) {
        if (a == null) {
            return;
        }
        int place = 0;
        int row = 0;
        while (place < a.length) {
            int column = 0;
            while (column <= row && place < a.length) {
                a[place] = row - column;
                assert a[place] >= 0;
                place++;
                column++;
            }
            row++;
            assert row <= place;
        }
    }
}
