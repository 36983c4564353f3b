// An object of the input that nothing refers to any more may be met again: what was stored in it counts.
// args: --method SymObjectsLate.search
// verdict: violated
// violation: AssertionError at search:@again
import lazuli.Sym;

class SymObjectsLate {
    static final class Mark {
    }

    static final class Cell {
        Mark mark;
        Cell next;
    }

    static void search(Cell cell) {
        Mark mark = new Mark();
        while (cell != null && Sym.anyBoolean("goes on")) {
            cell.mark = mark;
            cell = cell.next;
        }
        Cell asked = Sym.anyObject("asked", Cell.class);
        assert asked == null || asked.mark != mark; // @again
    }
}
