// Insertion behind the last smaller element: the walk never falls off the end.
// run: alone
// args: --method SortedInsert.insert --heap lazy --match over
// verdict: proved
// run: shared
// args: --method SortedInsert.insert --heap lazy --match over --jobs 2
// verdict: proved
class SortedInsert {
    static class Node {
        int elem;
        Node next;
    }

    static Node insert(Node list, int v) {
        Node added = new Node();
        added.elem = v;
        if (list == null || list.elem >= v) {
            added.next = list;
            return added;
        }
        Node before = list;
        while (before.next != null && before.next.elem < v) {
            before = before.next;
        }
        added.next = before.next;
        before.next = added;
        return list;
    }
}
