// Unlinking a node; both neighbours must be there, and agree.
// run: blind
// args: --method DoublyLinked.unlink
// verdict: violated
// violation: NullPointerException at unlink:@prev
// violation: NullPointerException at unlink:@next
// run: linked
// args: --method DoublyLinked.check --requires DoublyLinked.linked
// verdict: proved
class DoublyLinked {
    DoublyLinked prev;
    DoublyLinked next;

    void unlink() {
        prev.next = next; // @prev
        next.prev = prev; // @next
    }

    static boolean linked(DoublyLinked node) {
        return node != null && node.prev != null && node.next != null && node.prev != node && node.next != node
            && node.prev.next == node && node.next.prev == node;
    }

    static void check(DoublyLinked node) {
        DoublyLinked before = node.prev;
        DoublyLinked after = node.next;
        node.unlink();
        assert before.next == after;
        assert after.prev == before;
    }
}
