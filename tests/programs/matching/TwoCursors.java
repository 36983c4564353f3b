// Two cursors in one list: that they are the same object, or not, is part of a state.
// run: meet
// args: --method TwoCursors.meet --depth 3
// verdict: violated
// violation: AssertionError at meet:@met
// run: safe
// args: --method TwoCursors.safe --match exact
// verdict: proved
class TwoCursors {
    TwoCursors next;

    static boolean isCyclic(TwoCursors list) {
        TwoCursors slow = list;
        TwoCursors fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return true;
            }
        }
        return false;
    }

    static void meet(TwoCursors list) {
        assert !isCyclic(list); // @met
    }

    static void safe(TwoCursors list) {
        TwoCursors before = null;
        TwoCursors node = list;
        while (node != null) {
            before = node;
            node = node.next;
        }
        assert before == null || before.next == null;
    }
}
