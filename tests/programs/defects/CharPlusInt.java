// A column letter plus a number is a number, and a builder appends its digits.
// run: defect
// args: --method CharPlusIntDefect.label
// verdict: violated
// violation: AssertionError at label:@one
// run: fixed
// args: --method CharPlusIntFixed.label
// verdict: proved
class CharPlusIntDefect {
    static String cell(int column, int row) {
        StringBuilder name = new StringBuilder();
        name.append('A' + column).append(row);
        return name.toString();
    }

    static void label(int column) {
        if (column >= 0 && column < 26) {
            String name = cell(column, 7);
            assert name.length() == 2 && name.charAt(0) >= 'A' && name.charAt(0) <= 'Z'; // @one
        }
    }
}

class CharPlusIntFixed {
    static String cell(int column, int row) {
        StringBuilder name = new StringBuilder();
        name.append((char) ('A' + column)).append(row);
        return name.toString();
    }

    static void label(int column) {
        if (column >= 0 && column < 26) {
            String name = cell(column, 7);
            assert name.length() == 2 && name.charAt(0) >= 'A' && name.charAt(0) <= 'Z';
        }
    }
}
