// Insertion into a sorted list of any length keeps it sorted.
// args: --method SortedList.insert --requires SortedList.isSorted
// verdict: proved
// open: that every node of a list is no greater than the next
class SortedList {
    int value;
    SortedList next;

    static boolean isSorted(SortedList list, int value) {
        SortedList node = list;
        while (node != null && node.next != null) {
            if (node.value > node.next.value) {
                return false;
            }
            node = node.next;
        }
        return true;
    }

    static void insert(SortedList list, int value) {
        SortedList added = new SortedList();
        added.value = value;
        SortedList first = list;
        if (list == null || list.value >= value) {
            added.next = list;
            first = added;
        } else {
            SortedList before = list;
            while (before.next != null && before.next.value < value) {
                before = before.next;
            }
            added.next = before.next;
            before.next = added;
        }
        for (SortedList node = first; node.next != null; node = node.next) {
            assert node.value <= node.next.value;
        }
    }
}
