// ArrayDeque wraps around its array and grows.
// run: wraps
// args: --method Deque.wraps
// verdict: proved
// run: wrong
// args: --method Deque.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
import java.util.ArrayDeque;

class Deque {
    static void wraps() {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) {
            deque.addLast(i);
            if (i % 3 == 0) {
                deque.pollFirst();
            }
        }
        assert deque.size() == 26 && deque.peekFirst() == 14 && deque.peekLast() == 39;
        deque.addFirst(-1);
        assert deque.pop() == -1;
    }

    static void wrong(int x) {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.push(1);
        deque.push(x);
        int sum = 0;
        for (int value : deque) {
            sum = sum * 2 + value;
        }
        assert sum != 21; // @wrong
    }
}
