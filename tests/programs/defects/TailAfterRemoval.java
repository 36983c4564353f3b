// The last node is removed, and the tail still points to it: what is appended is lost.
// run: defect
// args: --method TailAfterRemovalDefect.appends
// verdict: violated
// violation: AssertionError at appends:@last
// run: fixed
// args: --method TailAfterRemovalFixed.appends
// verdict: proved
class TailAfterRemovalDefect {
    private static final class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private final Node head = new Node(0);
    private Node tail = head;
    private int size;

    void append(int value) {
        tail.next = new Node(value);
        tail = tail.next;
        size++;
    }

    void remove(int value) {
        for (Node node = head; node.next != null; node = node.next) {
            if (node.next.value == value) {
                node.next = node.next.next;
                size--;
                return;
            }
        }
    }

    int length() {
        int length = 0;
        for (Node node = head.next; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    static void appends(int a, int b, int unwanted) {
        TailAfterRemovalDefect list = new TailAfterRemovalDefect();
        list.append(a);
        list.append(b);
        list.remove(unwanted);
        list.append(7);
        assert list.length() == list.size; // @last
    }
}

class TailAfterRemovalFixed {
    private static final class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private final Node head = new Node(0);
    private Node tail = head;
    private int size;

    void append(int value) {
        tail.next = new Node(value);
        tail = tail.next;
        size++;
    }

    void remove(int value) {
        for (Node node = head; node.next != null; node = node.next) {
            if (node.next.value == value) {
                if (node.next == tail) {
                    tail = node;
                }
                node.next = node.next.next;
                size--;
                return;
            }
        }
    }

    int length() {
        int length = 0;
        for (Node node = head.next; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    static void appends(int a, int b, int unwanted) {
        TailAfterRemovalFixed list = new TailAfterRemovalFixed();
        list.append(a);
        list.append(b);
        list.remove(unwanted);
        list.append(7);
        assert list.length() == list.size;
    }
}
