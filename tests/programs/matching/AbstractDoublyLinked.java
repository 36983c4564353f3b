// Doubly linked nodes: two nodes that point to each other are one link, so segments can be summarised.
// run: append
// args: --method AbstractDoublyLinked.append --heap lazy --match abstract --abstract-locals drop
// verdict: proved
// run: forgetful
// args: --method AbstractDoublyLinked.forgetful --heap lazy --match abstract
// verdict: violated
// violation: AssertionError at forgetful:@back
class AbstractDoublyLinked {
    static class Node {
        Node next;
        Node prev;
    }

    static Node append(int count) {
        Node head = new Node();
        Node tail = head;
        for (int i = 0; i < count; i++) {
            Node node = new Node();
            node.prev = tail;
            tail.next = node;
            tail = node;
            assert tail.prev.next == tail;
        }
        return head;
    }

    static Node forgetful(int count) {
        Node head = new Node();
        Node tail = head;
        for (int i = 0; i < count; i++) {
            Node node = new Node();
            if (i != 2) {
                node.prev = tail;
            }
            tail.next = node;
            tail = node;
            assert tail.prev != null; // @back
        }
        return head;
    }
}
