// Insertion into a list of any length: what is before the new node is smaller, what follows it is not.
// args: --method ListInsert.insert
// verdict: proved
class ListInsert {
    int value;
    ListInsert next;

    static ListInsert insert(ListInsert list, int value) {
        ListInsert added = new ListInsert();
        added.value = value;
        if (list == null || list.value >= value) {
            added.next = list;
            assert list == null || added.value <= list.value;
            return added;
        }
        ListInsert before = list;
        while (before.next != null && before.next.value < value) {
            before = before.next;
        }
        added.next = before.next;
        before.next = added;
        assert before.value <= added.value;
        assert added.next == null || added.value <= added.next.value;
        return list;
    }
}
