/** Small enough to be proved for every list, cyclic ones included. */
public class SwapFirstTwo {
    static class Node {
        int elem;
        Node next;
    }

    /** Exchanges the first two nodes of a list and returns its new head. */
    static Node swap(Node l) {
        if (l == null || l.next == null || l.next == l) {
            return l;
        }
        Node second = l.next;
        int first = l.elem;
        l.next = second.next;
        second.next = l;
        assert second.next == l && l.elem == first : "the old head follows the new one";
        return second;
    }

    /** The greater of two numbers. */
    static int max(int a, int b) {
        int greater = a > b ? a : b;
        assert greater >= a && greater >= b && (greater == a || greater == b);
        return greater;
    }
}
