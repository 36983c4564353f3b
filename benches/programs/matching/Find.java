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
    }
}
