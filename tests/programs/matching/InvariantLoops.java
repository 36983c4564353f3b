// Loops in repOk() run before the entry and, with --check-invariant, after it: what the entry does not look at matters to them.
// run: broken
// args: --method InvariantLoops.push --check-invariant --depth 2
// verdict: violated
// violation: AssertionError at push:0
// run: kept
// args: --method InvariantLoops.pop --check-invariant --depth 3
// verdict: bounded
class InvariantLoops {
    static class Node {
        Node next;
    }

    Node first;
    int size;

    boolean repOk() {
        if (size < 0 || size > 3) {
            return false;
        }
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            count++;
            if (count > size) {
                return false;
            }
        }
        return count == size;
    }

    void push(boolean count) {
        Node node = new Node();
        node.next = first;
        first = node;
        if (count) {
            size++;
        }
    }

    void pop() {
        if (first != null) {
            first = first.next;
            size--;
        }
    }
}
