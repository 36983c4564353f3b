/** A set of numbers as a list whose nodes know both neighbours. */
class DoublyLinked {
    static class Node {
        int value;
        Node next;
        Node previous;
    }

    Node first;

    boolean repOk() {
        if (first == null) {
            return true;
        }
        if (first.previous != null) {
            return false;
        }
        for (Node node = first; node.next != null; node = node.next) {
            if (node.next.previous != node) {
                return false;
            }
        }
        return true;
    }

    boolean contains(int value) {
        for (Node node = first; node != null; node = node.next) {
            if (node.value == value) {
                return true;
            }
        }
        return false;
    }

    /** Behind the first node that is not greater. */
    void insert(int value) {
        Node made = new Node();
        made.value = value;
        if (first == null) {
            first = made;
            return;
        }
        Node node = first;
        while (node.value > value && node.next != null) {
            node = node.next;
        }
        made.previous = node;
        made.next = node.next;
        if (node.next != null) {
            assert node.next.previous == node;
            node.next.previous = made;
        }
        node.next = made;
    }

    void delete(int value) {
        Node node = first;
        while (node != null && node.value != value) {
            node = node.next;
        }
        if (node == null) {
            return;
        }
        if (node == first) {
            first = node.next;
            if (first != null) {
                assert first.previous == node;
                first.previous = null;
            }
            return;
        }
        assert node.previous.next == node;
        node.previous.next = node.next;
        if (node.next != null) {
            node.next.previous = node.previous;
        }
    }

    /** The last node has nobody behind it. */
    void deleteWrong(int value) {
        Node node = first;
        while (node != null && node.value != value) {
            node = node.next;
        }
        if (node == null) {
            return;
        }
        if (node == first) {
            first = node.next;
            if (first != null) {
                first.previous = null;
            }
            return;
        }
        node.previous.next = node.next;
        node.next.previous = node.previous;
    }
}
