// Numbers of summarised nodes: a segment with two kinds of numbers is not taken for one with either, so the search goes on there.
// run: abstract
// args: --method AbstractNumbers.mark --heap lazy --match abstract
// verdict: violated
// violation: AssertionError at mark:@fourth
class AbstractNumbers {
    static class Node {
        int elem;
        Node next;
    }

    static void mark(Node list) {
        for (Node node = list; node != null; node = node.next) {
            node.elem = node.elem == 7 ? 7 : 0;
            if (node.next == null && isMixed(list)) {
                assert false; // @fourth
            }
        }
    }

    /** Whether the second and the third node differ, and a last one follows that is marked. */
    static boolean isMixed(Node list) {
        Node second = list.next;
        if (second == null || second == list) {
            return false;
        }
        Node third = second.next;
        if (third == null || third == list || third == second || third.elem == second.elem) {
            return false;
        }
        Node fourth = third.next;
        return fourth != null && fourth != second && fourth != list && fourth != third && fourth.elem == 7;
    }
}
