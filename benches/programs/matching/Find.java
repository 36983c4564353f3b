/** Looks for the first node above a bound. */
class Find {
    static class Node {
        int elem;
        Node next;

        Node find(int v) {
            Node n = this;
            while (n != null) {
                if (n.elem > v) {
                    return n;
                }
                n = n.next;
            }
            return null;
        }

        /** The same on lists without a cycle: the precondition is asked where a node is reached. */
        Node findAcyclic(int v) {
            Node n = this;
            while (n != null) {
                if (n.elem > v) {
                    return n;
                }
                requireNew(n.next, n);
                n = n.next;
            }
            return null;
        }

        void requireNew(Node next, Node last) {
            for (Node node = this; node != last; node = node.next) {
                require(node != next);
            }
            require(last != next);
        }

        static void require(boolean condition) {
            if (!condition) {
                throw new IllegalArgumentException();
            }
        }
    }
}
