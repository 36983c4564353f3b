// A call that is one moment for what it works on is none for the objects that it is given: a key or an element may change while it is
// asked for its hash code or compared, and an array that results are written to is another variable.
// run: elements
// args: --method ArgumentsOfMoments.elements --first
// verdict: violated
// violation: AssertionError at elements:@elements
// run: keys
// args: --method ArgumentsOfMoments.keys
// verdict: proved
// run: holder
// args: --method ArgumentsOfMoments.holder --first
// verdict: violated
// violation: AssertionError at holder:@holder
// run: stamped
// args: --method ArgumentsOfMoments.stamped
// verdict: proved
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

class ArgumentsOfMoments {
    // The list is (0, 0), then (1, 0), then (1, 1), and never (0, 1).
    static Thread changing(List<Integer> list) {
        Thread thread = new Thread(() -> {
            list.set(0, 1);
            list.set(1, 1);
        });
        thread.start();
        return thread;
    }

    static void elements() throws InterruptedException {
        List<Integer> list = new ArrayList<>(List.of(0, 0));
        CopyOnWriteArrayList<List<Integer>> lists = new CopyOnWriteArrayList<>();
        lists.add(List.of(0, 1));
        Thread thread = changing(list);
        boolean isRemoved = lists.remove(list);
        thread.join();
        assert !isRemoved; // @elements
    }

    // The hash code may be that of (0, 1), but then the list is (1, 1) when it is compared.
    static void keys() throws InterruptedException {
        List<Integer> list = new ArrayList<>(List.of(0, 0));
        ConcurrentHashMap<List<Integer>, String> map = new ConcurrentHashMap<>();
        map.put(List.of(0, 1), "never");
        Thread thread = changing(list);
        String found = map.get(list);
        thread.join();
        assert found == null;
    }

    static void holder() throws InterruptedException {
        boolean[] mark = {false};
        Object object = new Object();
        AtomicMarkableReference<Object> reference = new AtomicMarkableReference<>(object, true);
        Thread thread = new Thread(() -> reference.get(mark));
        thread.start();
        reference.set(object, false);
        boolean before = mark[0];
        thread.join();
        assert before || !mark[0]; // @holder
    }

    static void stamped() throws InterruptedException {
        AtomicStampedReference<String> reference = new AtomicStampedReference<>("a", 1);
        Thread thread = new Thread(() -> reference.set("b", 2));
        thread.start();
        int[] stamp = new int[1];
        String value = reference.get(stamp);
        thread.join();
        assert value == "a" ? stamp[0] == 1 : stamp[0] == 2;
    }
}
