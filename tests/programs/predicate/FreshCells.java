// A new object in every round: it is none of those before, its field is zero, and theirs are as they were.
// args: --method FreshCells.chain
// verdict: proved
class FreshCells {
    int mark;
    FreshCells before;

    static void chain(int rounds) {
        FreshCells last = new FreshCells();
        last.mark = 1;
        for (int i = 0; i < rounds; i++) {
            FreshCells next = new FreshCells();
            assert next != last;
            assert next.mark == 0;
            next.before = last;
            next.mark = 1;
            assert next.before.mark == 1;
            last = next;
        }
        assert last.mark == 1;
    }
}
