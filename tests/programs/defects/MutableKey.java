// A key that changes after it was put into a map is found no more.
// run: defect
// args: --method MutableKeyDefect.finds
// verdict: violated
// violation: AssertionError at finds:@lost
// run: fixed
// args: --method MutableKeyFixed.finds
// verdict: proved
import java.util.HashMap;
import java.util.Map;

class MutableKeyDefect {
    static final class Position {
        int row;

        Position(int row) {
            this.row = row;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Position position && position.row == row;
        }

        @Override
        public int hashCode() {
            return row;
        }
    }

    static void finds(int row, int step) {
        Map<Position, String> pieces = new HashMap<>();
        Position rook = new Position(row);
        pieces.put(rook, "rook");
        rook.row += step;
        assert pieces.containsKey(rook); // @lost
    }
}

class MutableKeyFixed {
    record Position(int row) {}

    static void finds(int row, int step) {
        Map<Position, String> pieces = new HashMap<>();
        Position rook = new Position(row);
        pieces.put(rook, "rook");
        pieces.put(new Position(rook.row() + step), pieces.remove(rook));
        assert pieces.containsKey(new Position(row + step));
    }
}
