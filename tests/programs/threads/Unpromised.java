// Sizes, sums and bulk operations of concurrent classes promise no single moment: what is between two is seen.
// run: map-size
// args: --method Unpromised.mapSize
// verdict: violated
// violation: AssertionError at mapSize:@size
// run: map-empty
// args: --method Unpromised.mapEmpty
// verdict: violated
// violation: AssertionError at mapEmpty:@empty
// run: map-count
// args: --method Unpromised.mapCount
// verdict: violated
// violation: AssertionError at mapCount:@count
// run: map-removed
// args: --method Unpromised.mapRemoved
// verdict: violated
// violation: AssertionError at mapRemoved:@removed
// run: skip-list-size
// args: --method Unpromised.skipListSize
// verdict: violated
// violation: AssertionError at skipListSize:@skip
// run: own-updates
// args: --method Unpromised.ownUpdates
// verdict: proved
// run: keys
// args: --method Unpromised.keys
// verdict: proved
// run: at-the-end
// args: --method Unpromised.atTheEnd
// verdict: proved
// run: adders
// args: --method Unpromised.adders
// verdict: proved
// run: drained
// args: --method Unpromised.drained
// verdict: violated
// violation: AssertionError at drained:@drained
// run: added-all
// args: --method Unpromised.addedAll
// verdict: violated
// violation: AssertionError at addedAll:@all
// run: transfer-queue
// args: --method Unpromised.transferQueue
// verdict: violated
// violation: AssertionError at transferQueue:@transfer
// run: cancelled
// args: --method Unpromised.cancelled
// verdict: violated
// violation: AssertionError at cancelled:@interrupted

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.LongAdder;

class Unpromised {
    static void mapSize() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put(1, 1)).start();
        if (map.containsKey(1)) {
            assert map.size() == 1; // @size
        }
    }

    static void mapEmpty() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put(1, 1)).start();
        if (map.get(1) != null) {
            assert !map.isEmpty(); // @empty
        }
    }

    static void mapCount() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.merge(1, 1, Integer::sum)).start();
        if (map.containsKey(1)) {
            assert map.mappingCount() == 1; // @count
        }
    }

    static void mapRemoved() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 1);
        new Thread(() -> map.remove(1)).start();
        if (!map.containsKey(1)) {
            assert map.size() == 0; // @removed
        }
    }

    static void skipListSize() {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        new Thread(() -> map.put(1, 1)).start();
        if (map.containsKey(1)) {
            assert map.size() == 1; // @skip
        }
    }

    /** A thread sees its own updates counted. */
    static void ownUpdates() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put(1, 1)).start();
        map.put(2, 2);
        assert map.size() >= 1;
    }

    /** Updates of one key are of one moment. */
    static void keys() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put(1, 1)).start();
        if (map.containsKey(1)) {
            assert map.get(1) == 1 && map.putIfAbsent(1, 2) == 1;
        }
    }

    static void atTheEnd() throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.put(1, 1));
        other.start();
        map.put(2, 2);
        other.join();
        assert map.size() == 2;
    }

    static void adders() throws InterruptedException {
        LongAdder adder = new LongAdder();
        Thread other = new Thread(adder::increment);
        other.start();
        adder.increment();
        long between = adder.sum();
        other.join();
        assert between >= 1 && adder.sum() == 2;
    }

    static void drained() {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(List.of(1, 2));
        CopyOnWriteArrayList<Integer> into = new CopyOnWriteArrayList<>();
        new Thread(() -> queue.drainTo(into)).start();
        assert into.size() != 1; // @drained
    }

    /** What is there is looked at first, and added later. */
    static void addedAll() throws InterruptedException {
        CopyOnWriteArrayList<Integer> from = new CopyOnWriteArrayList<>(List.of(1));
        CopyOnWriteArrayList<Integer> into = new CopyOnWriteArrayList<>();
        Thread other = new Thread(() -> into.addAll(from));
        other.start();
        from.clear();
        boolean wasEmpty = into.isEmpty();
        other.join();
        assert !wasEmpty || into.isEmpty(); // @all
    }

    /** The queue never holds two elements. */
    static void transferQueue() {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(new ArrayList<>(List.of(1)));
        new Thread(() -> {
            queue.poll();
            queue.add(2);
        }).start();
        assert queue.size() <= 1; // @transfer
    }

    static FutureTask<Integer> task;
    static boolean wasMissed;

    static int look() {
        if (task.isCancelled()) {
            wasMissed = !Thread.currentThread().isInterrupted();
        }
        return 1;
    }

    /** A task is cancelled before its thread is interrupted. */
    static void cancelled() {
        task = new FutureTask<>(Unpromised::look);
        new Thread(() -> task.cancel(true)).start();
        task.run();
        assert !wasMissed; // @interrupted
    }
}
