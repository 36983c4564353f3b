// Woken up, a consumer takes for granted that the item is still there.
// run: defect
// args: --method WaitWithoutLoopDefect.twoTakers
// verdict: violated
// violation: NoSuchElementException at take:@remove
// run: fixed
// args: --method WaitWithoutLoopFixed.twoTakers
// verdict: proved
import java.util.ArrayDeque;
import java.util.Deque;

class WaitWithoutLoopDefect {
    private final Deque<String> items = new ArrayDeque<>();

    synchronized void put(String item) {
        items.addLast(item);
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        if (items.isEmpty()) {
            wait();
        }
        return items.removeFirst(); // @remove
    }

    private void takeOne() {
        try {
            take();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    static void twoTakers() throws InterruptedException {
        WaitWithoutLoopDefect box = new WaitWithoutLoopDefect();
        Thread first = new Thread(box::takeOne);
        Thread second = new Thread(box::takeOne);
        first.start();
        second.start();
        box.put("one");
        box.put("two");
        first.join();
        second.join();
    }
}

class WaitWithoutLoopFixed {
    private final Deque<String> items = new ArrayDeque<>();

    synchronized void put(String item) {
        items.addLast(item);
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        while (items.isEmpty()) {
            wait();
        }
        return items.removeFirst();
    }

    private void takeOne() {
        try {
            take();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    static void twoTakers() throws InterruptedException {
        WaitWithoutLoopFixed box = new WaitWithoutLoopFixed();
        Thread first = new Thread(box::takeOne);
        Thread second = new Thread(box::takeOne);
        first.start();
        second.start();
        box.put("one");
        box.put("two");
        first.join();
        second.join();
    }
}
