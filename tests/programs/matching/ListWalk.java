// Walking to the end of a list of any length, cyclic or not: only the current node is live, so that the second one covers all others.
// run: safe
// args: --method ListWalk.walk --match exact
// verdict: proved
// run: unsafe
// args: --method ListWalk.last --match exact
// verdict: violated
// violation: NullPointerException at last:@empty
class ListWalk {
    ListWalk next;

    static void walk(ListWalk list) {
        for (ListWalk node = list; node != null; node = node.next) {
        }
    }

    static ListWalk last(ListWalk list) {
        ListWalk node = list;
        while (node.next != null) { // @empty
            node = node.next;
        }
        return node;
    }
}
