// Reversal in place, on lists of any length and shape.
// run: alone
// args: --method ListReverse.reverse --heap lazy --match over
// verdict: proved
// run: shared
// args: --method ListReverse.reverse --heap lazy --match over --jobs 2
// verdict: proved
class ListReverse {
    static class Node {
        int elem;
        Node next;
    }

    static Node reverse(Node list) {
        Node done = null;
        while (list != null) {
            Node rest = list.next;
            list.next = done;
            done = list;
            list = rest;
        }
        return done;
    }
}
