/** Moves the nodes of a list that are greater than a bound to a second list. Has a bug. */
class Node {
    int elem;
    Node next;
}

public class ListPartition {
    /** Removes the nodes with elem greater than v from l, and returns what is left. */
    static Node partition(Node l, int v) {
        Node removed = null;
        Node prev = null;
        Node curr = l;
        while (curr != null) {
            Node nextCurr = curr.next;
            if (curr.elem > v) {
                if (prev != null) {
                    // Bug: a node at the end of the list is never unlinked.
                    if (nextCurr != null) {
                        prev.next = nextCurr;
                    }
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

    /** Precondition: following next from l ends. A slow and a fast walker meet on a cycle. */
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
