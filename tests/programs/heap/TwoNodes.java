// Two parameters may be the same node.
// run: any
// args: --method TwoNodes.any
// verdict: violated
// violation: NullPointerException at any:@first
// violation: NullPointerException at any:@second
// violation: AssertionError at any:@same
// run: different
// args: --method TwoNodes.different
// verdict: proved
class Node {
    int value;
    Node next;
}

class TwoNodes {
    static void any(Node a, Node b) {
        a.value = 1; // @first
        b.value = 2; // @second
        assert a.value == 1; // @same
    }

    static void different(Node a, Node b) {
        if (a != null && b != null && a != b) {
            a.value = 1;
            b.value = 2;
            assert a.value == 1;
        }
    }
}
