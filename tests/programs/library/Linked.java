// LinkedList as a list and as a queue.
// run: queue
// args: --method Linked.queue
// verdict: proved
// run: wrong
// args: --method Linked.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
import java.util.LinkedList;

class Linked {
    static void queue(int x) {
        LinkedList<Integer> list = new LinkedList<>();
        list.add(1);
        list.addFirst(x);
        list.addLast(3);
        assert list.size() == 3;
        assert list.getFirst() == x && list.getLast() == 3 && list.get(1) == 1;
        assert list.removeLast() == 3;
        assert list.removeFirst() == x && list.poll() == 1 && list.poll() == null;
        assert list.isEmpty();
    }

    static void wrong(int x) {
        LinkedList<Integer> list = new LinkedList<>();
        list.push(x);
        list.push(10);
        assert list.pop() == 10;
        assert list.pop() != 1000000; // @wrong
    }
}
