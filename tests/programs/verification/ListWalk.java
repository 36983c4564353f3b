// Walking a list of any length and shape, cyclic ones included, dereferences no null.
// run: alone
// args: --method ListWalk.last --heap lazy --match over
// verdict: proved
// run: shared
// args: --method ListWalk.last --heap lazy --match over --jobs 2
// verdict: proved
class ListWalk {
    static class Node {
        int elem;
        Node next;
    }

    static int last(Node list) {
        int found = 0;
        while (list != null) {
            found = list.elem;
            list = list.next;
        }
        return found;
    }
}
