// A counter is no array index: kept it must match, so the search goes on; dropped it is forgotten, and what it leads to missed.
// run: kept
// args: --method AbstractLocals.fifth --heap lazy --match abstract
// verdict: violated
// violation: AssertionError at fifth:@fifth
// run: dropped
// args: --method AbstractLocals.fifth --heap lazy --match abstract --abstract-locals drop
// verdict: bounded
// reason: abstract matching pruned
// run: refined
// args: --method AbstractLocals.fifth --heap lazy --match abstract --abstract-locals drop --refine
// verdict: violated
// violation: AssertionError at fifth:@fifth
class AbstractLocals {
    static class Node {
        Node next;
    }

    static void fifth(Node list) {
        int count = 0;
        for (Node node = list; node != null; node = node.next) {
            count++;
            assert count < 5; // @fifth
        }
    }
}
