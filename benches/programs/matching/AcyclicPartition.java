/** Splits a list in place, with the precondition outside of the method: the list has no cycle. */
class AcyclicPartition {
    static class Node {
        int elem;
        Node next;
    }

    /** The precondition of both. */
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

    /** With the seeded bug: the last node of the list is never unlinked. */
    static Node buggy(Node l, int v) {
        Node greater = null;
        Node prev = null;
        Node curr = l;
        while (curr != null) {
            Node nextCurr = curr.next;
            if (curr.elem > v) {
                if (prev != null && nextCurr != null) {
                    prev.next = nextCurr;
                }
                if (l == curr) {
                    l = nextCurr;
                }
                curr.next = greater;
                greater = curr;
            } else {
                prev = curr;
            }
            curr = nextCurr;
        }
        check(l, v);
        return l;
    }

    static Node fixed(Node l, int v) {
        Node greater = null;
        Node prev = null;
        Node curr = l;
        while (curr != null) {
            Node nextCurr = curr.next;
            if (curr.elem > v) {
                if (prev != null) {
                    prev.next = nextCurr;
                }
                if (l == curr) {
                    l = nextCurr;
                }
                curr.next = greater;
                greater = curr;
            } else {
                prev = curr;
            }
            curr = nextCurr;
        }
        check(l, v);
        return l;
    }

    /** What is left is not greater than the bound. */
    static void check(Node l, int v) {
        for (Node node = l; node != null; node = node.next) {
            assert node.elem <= v;
        }
    }
}
