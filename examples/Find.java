/** A search in a list whose length nobody knows. */
public class Find {
    static class Node {
        int elem;
        Node next;
    }

    /** The first node with this element, or null. The list may have a cycle. */
    static Node find(Node list, int elem) {
        Node node = list;
        while (node != null && node.elem != elem) {
            node = node.next;
        }
        assert node == null || node.elem == elem;
        return node;
    }

    /** Whether two lists share their second node. */
    static boolean meet(Node a, Node b) {
        if (a == null || b == null || a.next == null) {
            return false;
        }
        return a.next == b.next;
    }
}
