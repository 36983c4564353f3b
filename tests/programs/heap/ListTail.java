// The tail of a list that may be empty or a cycle.
// run: unguarded
// args: --method ListTail.last --depth 3 --unwind 5
// verdict: violated
// violation: NullPointerException at last:@tail
// run: guarded
// args: --method ListTail.length --depth 3 --unwind 5
// verdict: bounded
class ListTail {
    ListTail next;
    int value;

    static ListTail last(ListTail list) {
        while (list.next != null) list = list.next; // @tail
        return list;
    }

    static int length(ListTail list) {
        int length = 0;
        while (list != null) {
            length++;
            list = list.next;
        }
        assert length >= 0;
        return length;
    }
}
