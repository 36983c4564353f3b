/** ListPartition without its bug: right for lists of any length. */
public class FixedPartition {
    static class Node {
        int elem;
        Node next;
    }

    static Node partition(Node l, int v) {
        Node removed = null;
        Node prev = null;
        Node curr = l;
        while (curr != null) {
            Node nextCurr = curr.next;
            if (curr.elem > v) {
                if (prev != null) {
                    prev.next = nextCurr;
                }
                if (curr == l) {
                    l = nextCurr;
                }
                curr.next = removed;
                removed = curr;
            } else {
                prev = curr;
            }
            curr = nextCurr;
        }
        for (Node node = l; node != null; node = node.next) {
            assert node.elem <= v : "a greater node is left";
        }
        return l;
    }

    /** Precondition: following next from l ends. */
    static boolean acyclic(Node l, int v) {
        Node slow = l;
        Node fast = l;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }
}
