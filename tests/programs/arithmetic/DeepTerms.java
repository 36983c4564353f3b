// Terms as deep as a loop is long, and lists as long: nothing walks them by recursion, and no question about them takes more time
// or memory than there is.
// run: terms
// args: --method DeepTerms.terms --timeout 6s --memory 4G --heap summary
// verdict: inconclusive
// reason: time
// run: list
// args: --method DeepTerms.list --heap lazy
// verdict: violated
// violation: AssertionError at list:@list
class DeepTerms {
    static class Node {
        final Node next;
        final int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    static void terms(int x) {
        int y = x;
        for (int i = 0; i < 100_000; i++) {
            y = y * 31 + (y >>> 7);
        }
        assert y != 12345;
    }

    static void list(int x) {
        Node list = null;
        for (int i = 0; i < 10_000; i++) {
            list = new Node(list, i);
        }
        Node last = list;
        while (last.next != null) {
            last = last.next;
        }
        assert last.value != x; // @list
    }
}
