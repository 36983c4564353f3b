// A PriorityQueue with a comparator gives the largest first.
// run: largest
// args: --method PriorityOrder.largest
// verdict: proved
// run: iterated
// args: --method PriorityOrder.iterated
// verdict: violated
// violation: AssertionError at iterated:@iterated
import java.util.Comparator;
import java.util.PriorityQueue;

class PriorityOrder {
    static void largest(int a, int b, int c) {
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.add(a);
        queue.add(b);
        queue.add(c);
        int first = queue.poll();
        assert first >= a && first >= b && first >= c;
    }

    static void iterated(int a, int b, int c) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(a);
        queue.add(b);
        queue.add(c);
        int before = Integer.MIN_VALUE;
        for (int each : queue) {
            assert before <= each; // @iterated
            before = each;
        }
    }
}
