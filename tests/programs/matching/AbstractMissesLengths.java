// A bug that only shows on lists of six nodes: abstraction takes long segments for short ones, misses it, and says so.
// run: abstract
// args: --method AbstractMissesLengths.last --heap lazy --match abstract
// verdict: bounded
// reason: abstract matching pruned
// run: refined
// args: --method AbstractMissesLengths.last --heap lazy --match abstract --refine
// verdict: violated
// violation: AssertionError at last:@six
// run: exact
// args: --method AbstractMissesLengths.last --heap lazy --match exact --depth 7
// verdict: violated
// violation: AssertionError at last:@six
class AbstractMissesLengths {
    static class Node {
        Node next;
    }

    static Node last(Node list) {
        if (list == null) {
            return null;
        }
        Node node = list;
        while (node.next != null) {
            node = node.next;
            if (isSixth(list, node)) {
                assert false; // @six
            }
        }
        return list;
    }

    static boolean isSixth(Node list, Node node) {
        return list != null && list.next != null && list.next.next != null && list.next.next.next != null
            && list.next.next.next.next != null && list.next.next.next.next.next == node && node != list;
    }
}
