// A priority queue gives the smallest first, an ArrayDeque what came first.
// run: priority
// args: --method QueueOrder.priority
// verdict: bounded
// run: deque
// args: --method QueueOrder.deque
// verdict: violated
// violation: AssertionError at deque:@order
import java.util.PriorityQueue;
import java.util.Queue;

class QueueOrder {
    static void priority(PriorityQueue<Integer> queue) {
        if (queue == null || queue.size() < 2) {
            return;
        }
        int first = queue.poll();
        int second = queue.poll();
        assert first <= second;
    }

    static void deque(Queue<Integer> queue) {
        if (queue == null || queue.size() < 2) {
            return;
        }
        int first = queue.poll();
        int second = queue.poll();
        assert first <= second; // @order
    }
}
