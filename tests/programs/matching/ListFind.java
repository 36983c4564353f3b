// A search keeps nothing of the nodes it has passed. What it returns is known to be found.
// run: found
// args: --method ListFind.check --match exact
// verdict: proved
// run: absent
// args: --method ListFind.always --match exact
// verdict: violated
// violation: AssertionError at always:@absent
class ListFind {
    int value;
    ListFind next;

    static ListFind find(ListFind list, int wanted) {
        for (ListFind node = list; node != null; node = node.next) {
            if (node.value == wanted) {
                return node;
            }
        }
        return null;
    }

    static void check(ListFind list, int wanted) {
        ListFind found = find(list, wanted);
        assert found == null || found.value == wanted;
    }

    static void always(ListFind list, int wanted) {
        assert find(list, wanted) != null; // @absent
    }
}
