// A linked list that forgets that its first node has nothing before it.
// run: defect
// args: --method RemoveHeadDefect.removes
// verdict: violated
// violation: NullPointerException at remove:@unlink
// run: fixed
// args: --method RemoveHeadFixed.removes
// verdict: proved
class RemoveHeadDefect {
    private static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;

    void push(int value) {
        head = new Node(value, head);
    }

    boolean remove(int value) {
        Node before = null;
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) {
                before.next = node.next; // @unlink
                return true;
            }
            before = node;
        }
        return false;
    }

    static void removes(int a, int b, int value) {
        RemoveHeadDefect list = new RemoveHeadDefect();
        list.push(a);
        list.push(b);
        assert list.remove(value) == (value == a || value == b);
    }
}

class RemoveHeadFixed {
    private static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;

    void push(int value) {
        head = new Node(value, head);
    }

    boolean remove(int value) {
        Node before = null;
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) {
                if (before == null) {
                    head = node.next;
                } else {
                    before.next = node.next;
                }
                return true;
            }
            before = node;
        }
        return false;
    }

    static void removes(int a, int b, int value) {
        RemoveHeadFixed list = new RemoveHeadFixed();
        list.push(a);
        list.push(b);
        assert list.remove(value) == (value == a || value == b);
    }
}
