// Views, iterators and other collections through which a concurrent collection is changed: what is looked at twice may differ.
// run: key-set
// args: --method ConcurrentViews.keySet
// verdict: violated
// violation: AssertionError at stays:@gone
// run: iterator
// args: --method ConcurrentViews.iterator
// verdict: violated
// violation: AssertionError at stays:@gone
// run: other-map
// args: --method ConcurrentViews.otherMap
// verdict: proved
// run: drained-into
// args: --method ConcurrentViews.drainedInto
// verdict: violated
// violation: AssertionError at drainedInto:@drained
// run: sub-list
// args: --method ConcurrentViews.subList
// verdict: violated
// violation: AssertionError at subList:@changed
// run: snapshot
// args: --method ConcurrentViews.snapshot
// verdict: proved
// run: head-map
// args: --method ConcurrentViews.headMap
// verdict: violated
// violation: AssertionError at stays:@gone
// run: skip-list
// args: --method ConcurrentViews.removedOnce
// verdict: proved
// run: read-lock
// args: --method ConcurrentViews.readLock
// verdict: proved
// run: two-read-locks
// args: --method ConcurrentViews.twoReadLocks
// verdict: violated
// violation: AssertionError at twoReadLocks:@between

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class ConcurrentViews {
    static Map<Integer, String> filled(Map<Integer, String> map) {
        map.put(1, "one");
        return map;
    }

    static void stays(Map<Integer, String> map) {
        if (map.containsKey(1)) {
            assert map.get(1) != null; // @gone
        }
    }

    static void keySet() {
        Map<Integer, String> map = filled(new ConcurrentHashMap<>());
        new Thread(() -> map.keySet().remove(1)).start();
        stays(map);
    }

    static void iterator() {
        Map<Integer, String> map = filled(new ConcurrentHashMap<>());
        Iterator<String> values = map.values().iterator();
        values.next();
        new Thread(values::remove).start();
        stays(map);
    }

    static void otherMap() {
        Map<Integer, String> map = filled(new ConcurrentHashMap<>());
        Map<Integer, String> other = filled(new ConcurrentHashMap<>());
        new Thread(() -> other.keySet().remove(1)).start();
        stays(map);
    }

    static void drainedInto() {
        LinkedBlockingQueue<Integer> from = new LinkedBlockingQueue<>(List.of(1));
        LinkedBlockingQueue<Integer> into = new LinkedBlockingQueue<>();
        new Thread(() -> from.drainTo(into)).start();
        if (into.peek() == null) {
            assert into.peek() == null; // @drained
        }
    }

    static void subList() {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        List<Integer> part = list.subList(0, 1);
        new Thread(() -> part.set(0, 2)).start();
        int before = list.get(0);
        assert list.get(0) == before; // @changed
    }

    static void snapshot() {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        Iterator<Integer> elements = list.iterator();
        new Thread(() -> list.add(2)).start();
        int count = 0;
        while (elements.hasNext()) count += elements.next();
        assert count == 1;
    }

    static void headMap() {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        filled(map);
        Map<Integer, String> part = map.headMap(5);
        new Thread(() -> part.remove(1)).start();
        stays(map);
    }

    static void removedOnce() throws InterruptedException {
        Map<Integer, String> map = filled(new ConcurrentSkipListMap<>());
        AtomicInteger removed = new AtomicInteger();
        Runnable remove = () -> {
            if (map.remove(1) != null) removed.incrementAndGet();
        };
        Thread other = new Thread(remove);
        other.start();
        remove.run();
        other.join();
        assert removed.get() == 1;
    }

    static int shared;

    static void write(ReadWriteLock lock) {
        lock.writeLock().lock();
        shared++;
        lock.writeLock().unlock();
    }

    static void readLock() {
        ReadWriteLock lock = new ReentrantReadWriteLock();
        new Thread(() -> write(lock)).start();
        lock.readLock().lock();
        int before = shared;
        int after = shared;
        lock.readLock().unlock();
        assert before == after;
    }

    static void twoReadLocks() {
        ReadWriteLock lock = new ReentrantReadWriteLock();
        new Thread(() -> write(lock)).start();
        lock.readLock().lock();
        int before = shared;
        lock.readLock().unlock();
        lock.readLock().lock();
        int after = shared;
        lock.readLock().unlock();
        assert before == after; // @between
    }
}
