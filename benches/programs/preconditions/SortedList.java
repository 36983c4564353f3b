/** A set of numbers as an ascending list. */
class SortedList {
    static class Node {
        int value;
        Node next;
    }

    Node first;

    boolean repOk() {
        for (Node node = first; node != null && node.next != null; node = node.next) {
            if (node.value >= node.next.value) {
                return false;
            }
        }
        return true;
    }

    boolean contains(int value) {
        Node node = first;
        while (node != null && node.value < value) {
            node = node.next;
        }
        return node != null && node.value == value;
    }

    void insert(int value) {
        Node before = null;
        Node after = first;
        while (after != null && after.value < value) {
            before = after;
            after = after.next;
        }
        if (after != null && after.value == value) {
            return;
        }
        Node made = new Node();
        made.value = value;
        made.next = after;
        if (before == null) {
            first = made;
        } else {
            before.next = made;
        }
        assert before == null || before.value < value;
        assert after == null || value < after.value;
    }

    void delete(int value) {
        Node before = null;
        Node node = first;
        while (node != null && node.value < value) {
            before = node;
            node = node.next;
        }
        if (node == null || node.value != value) {
            return;
        }
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
        }
        Node after = node.next;
        assert after == null || value < after.value;
    }

    /** Walks one node too far where the greatest is to be deleted. */
    void deleteWrong(int value) {
        Node before = null;
        Node node = first;
        while (node != null && node.value < value) {
            before = node;
            node = node.next;
        }
        if (node == null || node.value != value) {
            return;
        }
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
            before.value = node.next.value;
        }
    }
}
