// Two elements of an array from outside may be the same object.
// run: elements
// args: --method ArrayOfObjects.elements --requires ArrayOfObjects.two
// verdict: violated
// violation: AssertionError at elements:@same
// run: different
// args: --method ArrayOfObjects.different --requires ArrayOfObjects.two
// verdict: proved
// run: nulls
// args: --method ArrayOfObjects.nulls
// verdict: violated
// violation: NullPointerException at nulls:@null
class Cell {
    int value;
}

class ArrayOfObjects {
    static boolean two(Cell[] cells) {
        return cells != null && cells.length == 2 && cells[0] != null && cells[1] != null;
    }

    static void elements(Cell[] cells) {
        cells[0].value = 1;
        cells[1].value = 2;
        assert cells[0].value == 1; // @same
    }

    static void different(Cell[] cells) {
        if (cells[0] != cells[1]) {
            cells[0].value = 1;
            cells[1].value = 2;
            assert cells[0].value == 1;
        }
    }

    static int nulls(int i) {
        Cell[] cells = {new Cell(), null, new Cell()};
        return cells[i & 1].value; // @null
    }
}
