// What joined branches know of references and numbers together is not forgotten when the references are looked at.
// run: proof
// args: --method JoinedAliases.write
// verdict: proved
// run: bug
// args: --method JoinedAliases.writeTooFar
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at writeTooFar:@far
class JoinedAliases {
    static class Cell {
        int number;
        int[] row;
    }

    static void write(Cell one, Cell other, int index, int[] row, Cell[] cells) {
        if ((one == other ? index : 2) >= 0) {
            if (one != null) {
                row = one.row;
            }
        }
        if (other != null) {
            index = other.number;
        }
        if (cells != null && cells.length > 0) {
            try {
                cells[0] = other;
            } catch (ArrayStoreException e) {
                index = 77;
            }
        }
        if (row != null && index < row.length && index >= 0) {
            row[index] = 0;
        }
    }

    static void writeTooFar(Cell one, Cell other, int index, int[] row) {
        if ((one == other ? index : 2) >= 0) {
            if (one != null) {
                row = one.row;
            }
        }
        if (other != null) {
            index = other.number;
        }
        if (row != null && index <= row.length && index >= 0) {
            row[index] = 0; // @far
        }
    }
}
