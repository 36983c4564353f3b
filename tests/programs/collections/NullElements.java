// A list may hold null, an ArrayDeque may not.
// run: list
// args: --method NullElements.list
// verdict: violated
// violation: NullPointerException at list:@unboxed
// run: deque
// args: --method NullElements.deque
// verdict: bounded
import java.util.Deque;
import java.util.List;

class NullElements {
    static int list(List<Integer> xs) {
        if (xs == null || xs.isEmpty()) {
            return 0;
        }
        return xs.get(0); // @unboxed
    }

    static int deque(Deque<Integer> xs) {
        if (xs == null || xs.isEmpty()) {
            return 0;
        }
        return xs.peekFirst() + xs.peekLast();
    }
}
