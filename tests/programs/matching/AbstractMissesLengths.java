// A bug that shows only after six iterations: abstraction takes a long list for a short one, misses it, and says so.
// run: abstract
// args: --method AbstractMissesLengths.copy --heap lazy --match abstract
// verdict: bounded
// reason: abstract matching pruned
// run: refined
// args: --method AbstractMissesLengths.copy --heap lazy --match abstract --refine
// verdict: violated
// violation: AssertionError at copy:@six
// run: exact
// args: --method AbstractMissesLengths.copy --heap lazy --match exact
// verdict: violated
// violation: AssertionError at copy:@six
class AbstractMissesLengths {
    static class Node {
        Node next;
    }

    static Node copy(Node list) {
        Node copied = null;
        Node node = list;
        while (node != null) {
            Node one = new Node();
            one.next = copied;
            copied = one;
            // Taken apart, so that a cycle ends, too.
            Node rest = node.next;
            node.next = null;
            node = rest;
        }
        assert !hasSix(copied); // @six
        return copied;
    }

    static boolean hasSix(Node copied) {
        Node node = copied;
        for (int i = 1; i < 6 && node != null; i++) {
            node = node.next;
        }
        return node != null;
    }
}
