// A doubly linked list grows at its head any number of times; the links of the head stay consistent. The faulty variant forgets the
// first element.
// run: right
// args: --method DoublyLinked.grow --heap lazy --match over
// verdict: proved
// run: faulty
// args: --method DoublyLinked.faulty --heap lazy --match over
// verdict: violated
// violation: NullPointerException at faulty:@back
// run: right-shared
// args: --method DoublyLinked.grow --heap lazy --match over --jobs 2
// verdict: proved
// run: faulty-shared
// args: --method DoublyLinked.faulty --heap lazy --match over --jobs 2
// verdict: violated
// violation: NullPointerException at faulty:@back
class DoublyLinked {
    static class Node {
        int elem;
        Node next;
        Node previous;
    }

    static Node grow(Node head, int times) {
        for (int i = 0; i < times; i++) {
            Node added = new Node();
            added.elem = i;
            added.next = head;
            if (head != null) {
                head.previous = added;
                assert head.previous.next == head;
            }
            head = added;
        }
        return head;
    }

    static Node faulty(Node head, int times) {
        for (int i = 0; i < times; i++) {
            Node added = new Node();
            added.next = head;
            head.previous = added; // @back
            head = added;
        }
        return head;
    }
}
