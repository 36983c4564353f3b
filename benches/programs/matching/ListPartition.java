/** Splits a list in place: what is greater than a bound goes to a second list. */
class ListPartition {
    static class Node {
        int elem;
        Node next;
    }

    /** With the seeded bug: the last node of the list is never unlinked. */
    static Node buggy(Node l, int v) {
        Node greater = null;
        Node prev = null;
        Node curr = l;
        while (curr != null) {
            Node nextCurr = curr.next;
            requireNew(nextCurr, l, curr, greater);
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
            requireNew(nextCurr, l, curr, greater);
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

    /** The precondition, asked where a node is reached: the list has no cycle, so the next node is none of the old ones. */
    static void requireNew(Node next, Node l, Node curr, Node greater) {
        for (Node node = l; node != curr; node = node.next) {
            require(node != next);
        }
        for (Node node = greater; node != null; node = node.next) {
            require(node != next);
        }
        require(curr != next);
    }

    static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
