// Both ends of a LinkedList.
// run: rotated
// args: --method LinkedListInput.rotated
// verdict: bounded
// run: reversed
// args: --method LinkedListInput.reversed
// verdict: violated
// violation: AssertionError at reversed:@palindrome
import java.util.Collections;
import java.util.LinkedList;

class LinkedListInput {
    static void rotated(LinkedList<Integer> xs) {
        if (xs == null || xs.isEmpty()) {
            return;
        }
        Integer first = xs.getFirst();
        int size = xs.size();
        xs.addLast(xs.removeFirst());
        assert xs.getLast() == first && xs.size() == size;
    }

    static void reversed(LinkedList<Integer> xs) {
        if (xs == null || xs.size() < 2 || xs.contains(null)) {
            return;
        }
        Integer first = xs.getFirst();
        Collections.reverse(xs);
        assert xs.getFirst().equals(first); // @palindrome
    }
}
