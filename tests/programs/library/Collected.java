// What a garbage collector may have taken away is not known; what is strongly reachable it leaves alone.
// run: size
// args: --method Collected.size
// verdict: inconclusive
// reason: a weak or soft reference
// run: iterated
// args: --method Collected.iterated
// verdict: inconclusive
// reason: a weak or soft reference
// run: equal
// args: --method Collected.equalKey
// verdict: inconclusive
// reason: a weak or soft reference
// run: queue
// args: --method Collected.queue
// verdict: inconclusive
// reason: a weak or soft reference
// run: enqueued
// args: --method Collected.enqueued
// verdict: inconclusive
// reason: a weak or soft reference
// run: refers
// args: --method Collected.refersToNothing
// verdict: inconclusive
// reason: a weak or soft reference
// run: kept
// args: --method Collected.kept
// verdict: proved
// run: unread
// args: --method Collected.notReadAgain
// verdict: inconclusive
// reason: a weak or soft reference
// run: literal
// args: --method Collected.literal
// verdict: proved
// run: cleared
// args: --method Collected.cleared
// verdict: proved
// run: waiting
// args: --method Collected.waiting
// verdict: inconclusive
// reason: a weak or soft reference
// run: local
// args: --method Collected.threadLocal
// verdict: proved
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

class Collected {
    static final Object KEPT = new Object();

    static void size() {
        Map<Object, Integer> map = new WeakHashMap<>();
        map.put(new Object(), 1);
        System.gc();
        assert map.size() == 1;
    }

    static void iterated() {
        Map<Object, Integer> map = new WeakHashMap<>();
        map.put(new Object(), 1);
        boolean isAny = false;
        for (int value : map.values()) {
            isAny = true;
        }
        assert isAny;
    }

    static void equalKey() {
        Map<String, Integer> map = new WeakHashMap<>();
        map.put(new String("key"), 1);
        assert map.get("key") != null;
    }

    static void queue() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        assert queue.poll() == null;
        assert reference != null;
    }

    static void enqueued() {
        WeakReference<Object> reference = new WeakReference<>(new Object(), new ReferenceQueue<>());
        assert !reference.isEnqueued();
    }

    static void refersToNothing() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        assert !reference.refersTo(null);
    }

    static void kept(int n) {
        Object key = new Object();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        SoftReference<Object> soft = new SoftReference<>(KEPT, queue);
        WeakReference<Object> weak = new WeakReference<>(key, queue);
        Map<Object, Integer> map = new WeakHashMap<>();
        map.put(key, n);
        map.put(KEPT, 2);
        assert map.size() == 2 && map.get(key) == n && map.get(KEPT) == 2 && map.get("other") == null;
        assert soft.get() == KEPT && weak.get() == key && weak.refersTo(key) && !weak.refersTo(null);
        assert queue.poll() == null && !weak.isEnqueued();
        assert key != null;
    }

    // Compiled code keeps an object no longer than it needs it.
    static void notReadAgain() {
        Object key = new Object();
        WeakReference<Object> weak = new WeakReference<>(key);
        assert weak.get() != null;
    }

    static void literal() {
        Map<Object, Integer> map = new WeakHashMap<>();
        map.put("literal", 1);
        map.put(5, 2);
        assert map.size() == 2;
    }

    static void cleared() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        reference.clear();
        assert reference.get() == null;
    }

    static void waiting() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(KEPT, queue);
        queue.remove();
        assert reference != null;
    }

    static void threadLocal(int n) {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        assert local.get() == 7;
        local.set(n);
        assert local.get() == n;
        new ThreadLocal<Integer>().set(5);
        local.remove();
        assert local.get() == 7;
    }
}
