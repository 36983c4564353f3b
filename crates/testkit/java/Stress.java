import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/**
 * Programs of two threads over the classes of java.util.concurrent. What a JVM shows when it runs them many times must be
 * among what is found by exploring them. Outcomes are numbers below 64.
 */
public class Stress {
    /** Two threads on one object. */
    abstract static class Pair {
        int a, b, c;

        abstract void one() throws Exception;

        abstract void two() throws Exception;

        int outcome() {
            return (a + 1) * 16 + (b + 1) * 4 + c + 1;
        }
    }

    static int bit(boolean flag) {
        return flag ? 1 : 0;
    }

    static int number(Integer value) {
        return value == null ? 0 : value;
    }

    static Map<Integer, Integer> numbers(int... numbers) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int number : numbers) map.put(number, number);
        return map;
    }

    static void run(Pair pair, boolean isFirst) {
        try {
            if (isFirst) pair.one();
            else pair.two();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** One run, for exploring it. */
    static void check(Pair pair) throws InterruptedException {
        Thread other = new Thread(() -> run(pair, false));
        other.start();
        run(pair, true);
        other.join();
        Outcomes.raise(pair.outcome());
    }

    // Maps: the counter behind size is not part of an update.

    static class MapPutSize extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.put(1, 1); }
        void two() { a = bit(map.containsKey(1)); b = map.size(); }
    }

    static class MapPutEmpty extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.put(1, 1); }
        void two() { a = bit(map.get(1) != null); b = bit(map.isEmpty()); }
    }

    static class MapPutCount extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.put(1, 1); map.put(2, 2); }
        void two() { a = bit(map.containsKey(2)); b = (int) map.mappingCount(); }
    }

    static class MapRemoveSize extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(numbers(1));
        void one() { map.remove(1); }
        void two() { a = bit(map.containsKey(1)); b = map.size(); }
    }

    static class MapTwoPuts extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.put(1, 1); a = map.size(); }
        void two() { map.put(2, 2); b = map.size(); }
        int outcome() { return super.outcome() + map.size() - 1; }
    }

    static class MapClear extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(numbers(1, 2));
        void one() { map.clear(); }
        void two() { a = bit(map.containsKey(1)); b = bit(map.containsKey(2)); c = map.size(); }
    }

    static class MapPutAll extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.putAll(numbers(1, 2)); }
        void two() { a = bit(map.containsKey(2)); b = bit(map.containsKey(1)); c = map.size(); }
    }

    static class MapIterate extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(numbers(1));
        void one() { map.put(1, 2); map.put(2, 1); }
        void two() { for (int value : map.values()) { a += value; b++; } a -= 1; }
    }

    static class MapText extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { map.put(1, 1); map.put(2, 2); }
        void two() { a = map.toString().length() / 4; b = map.size(); }
    }

    static class MapPutIfAbsent extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { a = number(map.putIfAbsent(1, 1)); }
        void two() { b = number(map.putIfAbsent(1, 2)); }
    }

    static class MapMerge extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { a = map.merge(1, 1, Integer::sum); }
        void two() { b = map.merge(1, 1, Integer::sum); c = map.get(1); }
        int outcome() { return super.outcome() - 16; }
    }

    static class MapCompute extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        void one() { a = map.computeIfAbsent(1, key -> 1); }
        void two() { b = number(map.remove(1)); c = map.size(); }
    }

    static class MapContainsValue extends Pair {
        final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(numbers(1));
        void one() { map.put(2, 1); map.remove(1); }
        void two() { a = bit(map.containsValue(1)); b = map.size(); }
    }

    static class KeySetAdd extends Pair {
        final Set<Integer> set = ConcurrentHashMap.newKeySet();
        void one() { a = bit(set.add(1)); }
        void two() { b = bit(set.add(1)); c = set.size(); }
    }

    static class SkipMapPutSize extends Pair {
        final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        void one() { map.put(1, 1); }
        void two() { a = bit(map.containsKey(1)); b = map.size(); c = bit(map.isEmpty()); }
    }

    static class SkipMapFirst extends Pair {
        final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>(numbers(2));
        void one() { map.put(1, 1); map.remove(2); }
        void two() { a = map.firstKey(); b = map.lastKey(); }
    }

    static class SkipMapPoll extends Pair {
        final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>(numbers(1));
        void one() { Map.Entry<Integer, Integer> entry = map.pollFirstEntry(); a = entry == null ? 0 : 1; }
        void two() { b = number(map.remove(1)); c = map.size(); }
    }

    static class SkipSetRemove extends Pair {
        final ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(List.of(1));
        void one() { a = bit(set.remove(1)); }
        void two() { b = bit(set.remove(1)); c = set.size(); }
    }

    // Adders.

    static class AdderSum extends Pair {
        final LongAdder adder = new LongAdder();
        void one() { adder.increment(); adder.increment(); }
        void two() { a = (int) adder.sum(); b = (int) adder.sum(); }
    }

    static class AdderTwo extends Pair {
        final LongAdder adder = new LongAdder();
        void one() { adder.add(1); a = (int) adder.sum(); }
        void two() { adder.add(1); b = (int) adder.sum(); }
        int outcome() { return super.outcome() + (int) adder.sum() - 1; }
    }

    static class AdderReset extends Pair {
        final LongAdder adder = new LongAdder();
        void one() { adder.add(2); }
        void two() { a = (int) adder.sumThenReset(); }
        int outcome() { b = (int) adder.sum(); return super.outcome(); }
    }

    static class AccumulatorMax extends Pair {
        final LongAccumulator max = new LongAccumulator(Long::max, 0);
        void one() { max.accumulate(1); a = (int) max.get(); }
        void two() { max.accumulate(2); b = (int) max.get(); }
    }

    // Queues.

    static class LinkedQueueSize extends Pair {
        final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        void one() { queue.poll(); queue.add(2); }
        void two() { a = queue.size(); b = bit(queue.contains(1)); c = bit(queue.isEmpty()); }
    }

    static class LinkedQueuePolls extends Pair {
        final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2));
        void one() { a = queue.poll(); }
        void two() { b = queue.poll(); c = number(queue.peek()) == 0 ? 0 : 1; }
    }

    static class LinkedQueueOffers extends Pair {
        final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        void one() { queue.offer(1); a = queue.size(); }
        void two() { queue.offer(2); b = queue.peek(); }
    }

    static class LinkedDequeEnds extends Pair {
        final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1));
        void one() { a = number(deque.pollFirst()); }
        void two() { b = number(deque.pollLast()); c = deque.size(); }
    }

    static class TransferQueueSize extends Pair {
        final LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(List.of(1));
        void one() { queue.poll(); queue.add(2); }
        void two() { a = queue.size(); b = bit(queue.isEmpty()); }
    }

    static class BlockingQueueSize extends Pair {
        final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        void one() { queue.add(1); queue.add(2); }
        void two() { a = queue.size(); b = number(queue.peek()); c = bit(queue.contains(2)); }
    }

    static class BlockingQueueDrain extends Pair {
        final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(List.of(1, 2));
        final CopyOnWriteArrayList<Integer> into = new CopyOnWriteArrayList<>();
        void one() { queue.drainTo(into); }
        void two() { a = into.size(); b = queue.size(); }
    }

    static class BlockingQueueTake extends Pair {
        final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        void one() throws Exception { queue.put(1); queue.put(2); }
        void two() throws Exception { a = queue.take(); b = queue.remainingCapacity(); c = queue.take(); }
    }

    static class ArrayQueuePoll extends Pair {
        final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        void one() { queue.offer(1); queue.offer(2); }
        void two() { a = number(queue.poll()); b = queue.size(); c = number(queue.poll()); }
    }

    static class ArrayQueueIterate extends Pair {
        final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2, false, List.of(1));
        void one() { queue.poll(); queue.offer(2); }
        void two() { for (int element : queue) { a += element - 1; b++; } c = bit(queue.remove(2)); }
    }

    static class PriorityQueueTop extends Pair {
        final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        void one() { queue.add(2); queue.add(1); }
        void two() { a = number(queue.poll()); b = queue.size(); c = number(queue.peek()); }
    }

    static class DequeEnds extends Pair {
        final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(List.of(1));
        void one() { deque.addLast(2); a = deque.pollFirst(); }
        void two() { b = number(deque.pollLast()); c = deque.size(); }
    }

    // Lists that are copied when they are written.

    static class CopyAddSize extends Pair {
        final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        void one() { list.add(1); list.add(2); }
        void two() { a = list.size(); for (int element : list) b += element > 1 ? 1 : 0; c = bit(list.contains(1)); }
    }

    static class CopyAddAll extends Pair {
        final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        final CopyOnWriteArrayList<Integer> other = new CopyOnWriteArrayList<>(List.of(1));
        void one() { list.addAll(other); }
        void two() { other.clear(); a = list.size(); }
        int outcome() { b = list.size(); return super.outcome(); }
    }

    static class CopySetAdd extends Pair {
        final CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>();
        void one() { a = bit(set.add(1)); }
        void two() { b = bit(set.add(1)); c = set.size(); }
    }

    // Single variables.

    static class Increments extends Pair {
        final AtomicInteger number = new AtomicInteger();
        void one() { a = number.incrementAndGet(); }
        void two() { b = number.getAndAdd(1); c = number.get(); }
    }

    static class Updates extends Pair {
        final AtomicInteger number = new AtomicInteger(1);
        void one() { a = number.updateAndGet(value -> value + 1) - 1; }
        void two() { b = number.accumulateAndGet(2, (left, right) -> left * right) - 2; }
        int outcome() { c = number.get() - 2; return super.outcome(); }
    }

    static class ArrayText extends Pair {
        final AtomicIntegerArray array = new AtomicIntegerArray(2);
        void one() { array.set(0, 1); array.set(1, 1); }
        void two() { String text = array.toString(); a = text.charAt(1) - '0'; b = text.charAt(4) - '0'; }
    }

    static class Stamps extends Pair {
        final AtomicStampedReference<String> reference = new AtomicStampedReference<>("x", 0);
        void one() { a = bit(reference.compareAndSet("x", "y", 0, 1)); }
        void two() { int[] stamp = new int[1]; b = bit(reference.get(stamp) == "y"); c = stamp[0]; }
    }

    static class Updaters extends Pair {
        static final AtomicIntegerFieldUpdater<Updaters> FIELD = AtomicIntegerFieldUpdater.newUpdater(Updaters.class, "field");
        volatile int field;
        void one() { a = FIELD.incrementAndGet(this); }
        void two() { field = 0; b = FIELD.getAndIncrement(this); }
        int outcome() { c = field; return super.outcome(); }
    }

    // Locks and other synchronisers.

    static class TryLock extends Pair {
        final ReentrantLock lock = new ReentrantLock();
        void one() { lock.lock(); a = lock.getHoldCount(); lock.unlock(); }
        void two() { b = bit(lock.isLocked()); c = bit(lock.tryLock()); if (c == 1) lock.unlock(); }
    }

    static class QueuedThreads extends Pair {
        final ReentrantLock lock = new ReentrantLock();
        void one() { lock.lock(); a = bit(lock.hasQueuedThreads()); b = lock.getQueueLength(); lock.unlock(); }
        void two() { lock.lock(); c = bit(lock.isLocked()); lock.unlock(); }
    }

    static class ReadWrite extends Pair {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        void one() { lock.readLock().lock(); a = lock.getReadLockCount(); lock.readLock().unlock(); }
        void two() { b = bit(lock.writeLock().tryLock()); c = lock.getReadLockCount(); if (b == 1) lock.writeLock().unlock(); }
    }

    static class Optimistic extends Pair {
        final StampedLock lock = new StampedLock();
        volatile int left, right;
        void one() { long stamp = lock.writeLock(); left = 1; right = 1; lock.unlockWrite(stamp); }
        void two() { long stamp = lock.tryOptimisticRead(); a = left; b = right; c = bit(lock.validate(stamp)); }
    }

    static class Permits extends Pair {
        final Semaphore semaphore = new Semaphore(1);
        void one() { a = bit(semaphore.tryAcquire()); b = semaphore.availablePermits(); }
        void two() { semaphore.release(); c = semaphore.drainPermits(); }
    }

    static class Latch extends Pair {
        final CountDownLatch latch = new CountDownLatch(2);
        void one() throws Exception { latch.countDown(); a = (int) latch.getCount(); latch.await(); }
        void two() throws Exception { latch.countDown(); b = (int) latch.getCount(); latch.await(); c = (int) latch.getCount(); }
    }

    static class Barrier extends Pair {
        final CyclicBarrier barrier = new CyclicBarrier(2);
        void one() throws Exception { a = barrier.await(); }
        void two() throws Exception { b = barrier.getNumberWaiting(); c = barrier.await(); }
    }

    static class Phases extends Pair {
        final Phaser phaser = new Phaser(2);
        void one() { a = phaser.arrive(); b = phaser.getPhase(); }
        void two() { phaser.arrive(); c = phaser.getArrivedParties(); }
    }

    static class Exchanges extends Pair {
        final Exchanger<Integer> exchanger = new Exchanger<>();
        void one() throws Exception { a = exchanger.exchange(1); }
        void two() throws Exception { b = exchanger.exchange(2); }
    }

    static class Cancelled extends Pair {
        final FutureTask<Integer> task = new FutureTask<>(() -> 1);
        void one() { task.run(); a = bit(task.isDone()); }
        void two() { b = bit(task.cancel(false)); c = bit(task.isCancelled()); }
    }

    static class CancelInterrupts extends Pair {
        volatile boolean wasInterrupted;
        final FutureTask<Integer> task = new FutureTask<>(() -> {
            wasInterrupted = Thread.currentThread().isInterrupted();
            return 1;
        });
        void one() { task.run(); a = bit(wasInterrupted); Thread.interrupted(); }
        void two() { b = bit(task.isDone()); task.cancel(true); c = bit(task.isCancelled()); }
    }

    static class TaskResult extends Pair {
        final FutureTask<Integer> task = new FutureTask<>(() -> 2);
        void one() { task.run(); }
        void two() throws Exception { a = bit(task.isDone()); b = task.get(); c = bit(task.isDone()); }
    }

    static class ParkPermit extends Pair {
        volatile Thread parked;
        void one() { parked = Thread.currentThread(); LockSupport.park(); a = bit(Thread.interrupted()); }
        void two() { while (parked == null) Thread.yield(); LockSupport.unpark(parked); }
    }

    // The library's older classes, whose methods are synchronised.

    static class Buffers extends Pair {
        final StringBuffer buffer = new StringBuffer();
        void one() { buffer.append("a"); a = buffer.length(); }
        void two() { buffer.append("b"); b = buffer.length(); }
        int outcome() { c = bit(buffer.charAt(0) == 'a'); return super.outcome(); }
    }

    static class Vectors extends Pair {
        final Vector<Integer> vector = new Vector<>(List.of(1));
        void one() { vector.add(2); a = vector.size() - 1; }
        void two() { b = bit(vector.contains(2)); vector.remove((Integer) 1); c = vector.size(); }
    }

    static class Synchronized extends Pair {
        final Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        void one() { map.put(1, 1); }
        void two() { a = bit(map.containsKey(1)); b = map.size(); }
    }
}
