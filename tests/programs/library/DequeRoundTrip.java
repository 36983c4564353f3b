// ArrayDeque as a stack and as a queue.
// run: stack
// args: --method DequeRoundTrip.stack
// verdict: proved
// run: queue
// args: --method DequeRoundTrip.queue
// verdict: violated
// violation: AssertionError at queue:@queue
import java.util.ArrayDeque;
import java.util.Deque;

class DequeRoundTrip {
    static void stack(int a, int b, int c) {
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(a);
        deque.push(b);
        deque.addLast(c);
        assert deque.pop() == b && deque.pollLast() == c && deque.peek() == a && deque.size() == 1;
    }

    static void queue(int a, int b) {
        Deque<Integer> deque = new ArrayDeque<>();
        deque.offer(a);
        deque.push(b);
        assert deque.poll() == a; // @queue
    }
}
