/** Looks for the first node above a bound, with the precondition outside of the method: the list has no cycle. */
class AcyclicFind {
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

        boolean repOk() {
            Node slow = this;
            Node fast = this;
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
}
