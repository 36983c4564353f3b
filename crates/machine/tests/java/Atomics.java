import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Atomics {
    volatile int field;
    public static void main(String[] args) {
        AtomicInteger i = new AtomicInteger(5); System.out.println(i.incrementAndGet() + " " + i.getAndAdd(10) + i.compareAndSet(16, 20) + i.compareAndSet(16, 21) + i + i.updateAndGet(x -> x * 2) + i.accumulateAndGet(3, Math::max));
        AtomicLong l = new AtomicLong(); l.addAndGet(1L << 40); System.out.println(l); AtomicBoolean b = new AtomicBoolean(); System.out.println(b.compareAndSet(false, true) + " " + b.get() + b.getAndSet(false)); AtomicReference<String> r = new AtomicReference<>("a"); System.out.println(r.compareAndSet("a", "b") + r.get() + r.getAndUpdate(s -> s + "c") + r);
        AtomicIntegerArray arr = new AtomicIntegerArray(3); arr.incrementAndGet(1); System.out.println(arr); AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(2); ra.set(0, "z"); System.out.println(ra.get(0) + ra.compareAndSet(1, null, "q") + ra);
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); for (int k = 0; k < 40; k++) m.merge("k" + k % 7, k, Integer::sum); System.out.println(new TreeMap<>(m) + " " + m.size() + m.get("k3")); m.computeIfAbsent("n", k -> 1); m.remove("k0"); System.out.println(m.containsKey("k0"));
        ReentrantLock lock = new ReentrantLock(); lock.lock(); try { System.out.println(lock.isLocked() + " " + lock.getHoldCount()); } finally { lock.unlock(); } System.out.println(lock.isLocked());
        CopyOnWriteArrayList<Integer> c = new CopyOnWriteArrayList<>(List.of(1, 2)); for (int x : c) c.add(x + 10); System.out.println(c); ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(); q.add(1); q.offer(2); System.out.println(q.poll() + " " + q);
        ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 9); System.out.println(t.get()); t.set(10); System.out.println(t.get()); ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>(); 
        Random rnd = new Random(12345); System.out.println(rnd.nextInt() + " " + rnd.nextInt(100) + " " + rnd.nextDouble() + " " + rnd.nextLong() + rnd.nextBoolean()); LongAdder adder = new LongAdder(); adder.add(5); adder.increment(); System.out.println(adder.sum());
        BitSet bits = new BitSet(); bits.set(3); bits.set(70); System.out.println(bits + " " + bits.cardinality()); StringJoiner j = new StringJoiner(",", "<", ">"); j.add("a").add("b"); System.out.println(j); Optional<String> o = Optional.empty(); System.out.println(o + " " + Optional.of(3)); UUID u = new UUID(1, 2); System.out.println(u); Scanner sc = null; Iterator<Integer> it = List.of(1, 2, 3).iterator(); it.next(); System.out.println(it.next()); System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + Objects.toString(null, "def") + Objects.requireNonNullElse(null, 4)); try { Objects.checkIndex(5, 3); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        FutureTask<Integer> task = new FutureTask<>(() -> 5); task.run(); try { System.out.println(task.get()); } catch (Exception e) { System.out.println(e); } CompletableFuture<Integer> cf = CompletableFuture.completedFuture(3).thenApply(x -> x + 1); System.out.println(cf.join());
    }
}
