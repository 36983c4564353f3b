// A static field that the loop changes is part of every state.
// run: counts
// args: --method StaticInLoop.counts --depth 4
// verdict: violated
// violation: AssertionError at counts:@three
// run: last
// args: --method StaticInLoop.remembers --match exact --heap lazy
// verdict: proved
class StaticInLoop {
    static int count;
    static StaticInLoop last;
    StaticInLoop next;

    static void counts(StaticInLoop list) {
        while (list != null) {
            count++;
            list = list.next;
        }
        assert count != 3; // @three
    }

    static void remembers(StaticInLoop list) {
        while (list != null) {
            last = list;
            list = list.next;
        }
        assert last == null || last.next == null;
    }
}
