// Objects that were there before the input: what static initialisers made, constants of enums, and what a call makes for itself.
// run: initialised
// args: --method SpecShared.grow --depth 2
// ensures: SpecShared.root.next' = $return && SpecShared.root.next = null && no $return.next
// ensures: $return !in Cell && $return in Cell' && SpecShared.root in Cell
// verdict: proved
// run: initialised-not
// args: --method SpecShared.grow --depth 2
// ensures: SpecShared.root.next = SpecShared.root.next'
// verdict: violated
// violation: Ensures at grow:@grown
// run: before
// args: --method SpecShared.grow --depth 2
// ensures: SpecShared.root.mark = SpecShared.root.mark' && SpecShared.root.mark = 7
// verdict: violated
// violation: Ensures at grow:@grown
// run: constants
// args: --method SpecShared.next --depth 2
// assume: some c
// ensures: $return = SpecShared.Colour.RED <=> c = SpecShared.Colour.GREEN
// verdict: proved
// run: constants-not
// args: --method SpecShared.next --depth 2
// assume: some c
// ensures: $return = SpecShared.Colour.RED
// verdict: violated
// violation: Ensures at next:@next
// run: late
// args: --method SpecShared.write --depth 3
// ensures: a.next = a.next' || a.next' = b
// ensures: a.next.mark = a.next.mark'
// verdict: violated
// violation: NullPointerException at write:@first
// violation: Ensures at write:@written
// run: unread
// args: --method SpecShared.write --depth 2
// assume: some a
// ensures: a.next' = b && a.mark' = 3
// verdict: proved
// run: floats
// args: --method SpecShared.half
// ensures: $return = x => x = x
// verdict: proved
// run: floats-not
// args: --method SpecShared.half
// ensures: $return != x
// verdict: violated
// violation: Ensures at half:@half
public class SpecShared {
    static Cell root = new Cell();

    static {
        root.mark = 7;
    }

    enum Colour { RED, GREEN }

    static class Cell {
        Cell next;
        int mark;
    }

    static Cell grow() {
        Cell cell = new Cell();
        root.next = cell;
        root.mark++;
        return cell; // @grown
    }

    static Colour next(Colour c) {
        return c == Colour.RED ? Colour.GREEN : Colour.RED; // @next
    }

    static void write(Cell a, Cell b) {
        a.next = b; // @first
        a.mark = 3;
    } // @written

    static double half(double x) {
        return x / 2; // @half
    }
}
