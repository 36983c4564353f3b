// A snapshot of a board shares its rows with the board.
// run: defect
// args: --method ShallowCloneDefect.keepsOld
// verdict: violated
// violation: AssertionError at keepsOld:@kept
// run: fixed
// args: --method ShallowCloneFixed.keepsOld
// verdict: proved
class ShallowCloneDefect {
    private final char[][] board = {{'.', '.'}, {'.', '.'}};

    char[][] snapshot() {
        return board.clone();
    }

    static void keepsOld(int row, int column, char mark) {
        if (row < 0 || row > 1 || column < 0 || column > 1) {
            return;
        }
        ShallowCloneDefect game = new ShallowCloneDefect();
        char[][] before = game.snapshot();
        game.board[row][column] = mark;
        assert before[row][column] == '.'; // @kept
    }
}

class ShallowCloneFixed {
    private final char[][] board = {{'.', '.'}, {'.', '.'}};

    char[][] snapshot() {
        char[][] copy = new char[board.length][];
        for (int row = 0; row < copy.length; row++) {
            copy[row] = board[row].clone();
        }
        return copy;
    }

    static void keepsOld(int row, int column, char mark) {
        if (row < 0 || row > 1 || column < 0 || column > 1) {
            return;
        }
        ShallowCloneFixed game = new ShallowCloneFixed();
        char[][] before = game.snapshot();
        game.board[row][column] = mark;
        assert before[row][column] == '.';
    }
}
