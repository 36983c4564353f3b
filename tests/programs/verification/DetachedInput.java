// An input that no variable leads to any more holds a lambda, which no unread reference would turn out to be; another reference of the
// input may still lead back to it.
// run: alone
// args: --method DetachedInput.find --heap lazy --match over
// verdict: violated
// violation: AssertionError at find:@found
// run: shared
// args: --method DetachedInput.find --heap lazy --match over --jobs 2
// verdict: violated
// violation: AssertionError at find:@found
class DetachedInput {
    interface Number {
        int get();
    }

    static class Zero implements Number {
        public int get() {
            return 0;
        }
    }

    static class Node {
        Node next;
        Node other;
        Number number;
    }

    static void find(Node node) {
        Node previous = null;
        while (node != null) {
            if (node.number != null) {
                return;
            }
            Node next = node.next;
            if (next == null) {
                Node other = node.other;
                if (other != null && other != node && other != previous) {
                    Number number = other.number;
                    assert number == null || number.get() != 1; // @found
                }
                return;
            }
            node.number = () -> 1;
            previous = node;
            node = next;
        }
    }
}
