// ConcurrentHashMap and AtomicReferenceArray find their slots through addresses computed from unknown hashes and indices.
// run: found
// args: --method ConcurrentMapKeys.found
// verdict: proved
// run: others
// args: --method ConcurrentMapKeys.others
// verdict: violated
// violation: AssertionError at others:@same
// run: slots
// args: --method ConcurrentMapKeys.slots
// verdict: proved
// run: outside
// args: --method ConcurrentMapKeys.outside
// verdict: proved
// run: exchanged
// args: --method ConcurrentMapKeys.exchanged
// verdict: violated
// violation: AssertionError at exchanged:@lost
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class ConcurrentMapKeys {
    static void found(int key) {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        assert map.put(key, "one") == null;
        assert map.get(key).equals("one");
        assert map.remove(key).equals("one");
        assert map.get(key) == null;
    }

    static void others(int key, int other) {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        map.put(key, "one");
        assert map.get(other) == null; // @same
    }

    static void slots(int index) {
        AtomicReferenceArray<String> array = new AtomicReferenceArray<>(4);
        if (index < 0 || index >= 4) {
            return;
        }
        assert array.get(index) == null;
        assert array.compareAndSet(index, null, "x");
        assert !array.compareAndSet(index, null, "y");
        assert array.getAndSet(index, "z").equals("x");
        assert array.get(index).equals("z");
        assert array.get(3 - index) == null;
    }

    static void outside(int index) {
        try {
            new AtomicIntegerArray(2).get(index);
            assert index == 0 || index == 1;
        } catch (IndexOutOfBoundsException e) {
            assert index < 0 || index > 1;
        }
    }

    static void exchanged(int index) {
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.set(1, 5);
        if (index >= 0 && index < 3) {
            assert array.addAndGet(index, 2) == 2; // @lost
        }
    }
}
