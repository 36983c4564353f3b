// Objects that a program asks for are objects of the input.
// run: bug
// args: --main SymObjects --depth 3
// verdict: violated
// violation: AssertionError at main:@cycle
// run: proof
// args: --method SymObjects.own
// verdict: proved
import lazuli.Sym;

class SymObjects {
    static final class Cell {
        Cell next;
    }

    public static void main(String[] args) {
        Cell cell = Sym.anyObject("cell", Cell.class);
        if (cell != null && cell.next != null) {
            assert cell.next.next != cell || cell.next == cell; // @cycle
        }
    }

    static void own(Cell given) {
        Cell made = new Cell();
        Cell asked = Sym.anyObject("asked", Cell.class);
        assert asked != made && given != made;
        made.next = asked;
        assert asked == null || made.next == asked;
    }
}
