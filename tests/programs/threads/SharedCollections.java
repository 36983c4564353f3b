// Collections that are not made for threads: an iterator over a list that another thread changes; a guarded list.
// run: iterator
// args: --method SharedCollections.iterator
// verdict: violated
// violation: AssertionError at iterator:@changed
// run: guarded
// args: --method SharedCollections.guarded
// verdict: proved

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

class SharedCollections {
    static int sum(List<Integer> list) {
        int sum = 0;
        for (int item : list) sum += item;
        return sum;
    }

    static void iterator() throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        Thread other = new Thread(() -> list.add(3));
        other.start();
        boolean wasChanged = false;
        try {
            sum(list);
        } catch (ConcurrentModificationException e) {
            wasChanged = true;
        }
        other.join();
        assert !wasChanged; // @changed
    }

    static void guarded() throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        Thread other = new Thread(() -> {
            synchronized (list) {
                list.add(3);
            }
        });
        other.start();
        int sum;
        synchronized (list) {
            sum = sum(list);
        }
        other.join();
        assert sum == 1 || sum == 4;
        assert list.size() == 2;
    }
}
