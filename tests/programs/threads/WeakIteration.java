// Iterators and copies of concurrent collections are taken step by step: others may be seen at work in between.
// run: map
// args: --method WeakIteration.sum
// verdict: violated
// violation: AssertionError at sum:@sum
// run: queue
// args: --method WeakIteration.copy
// verdict: violated
// violation: AssertionError at copy:@copy
// run: list
// args: --method WeakIteration.snapshot
// verdict: proved

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

class WeakIteration {
    /** The old value of the first key, and the key that is put after it got a new one. */
    static void sum() throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 1);
        Thread writer = new Thread(() -> {
            map.put(1, 2);
            map.put(2, 2);
        });
        writer.start();
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        writer.join();
        assert sum != 3; // @sum
    }

    /** The queue never holds two elements. */
    static void copy() throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        queue.add(1);
        Thread writer = new Thread(() -> {
            queue.poll();
            queue.add(2);
        });
        writer.start();
        Object[] copy = queue.toArray();
        writer.join();
        assert copy.length <= 1; // @copy
    }

    /** An iterator of this list sees it as it was. */
    static void snapshot() throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(1);
        Thread writer = new Thread(() -> list.add(2));
        writer.start();
        int sum = 0;
        for (int element : list) {
            sum += element;
        }
        writer.join();
        assert sum == 1 || sum == 3;
    }
}
