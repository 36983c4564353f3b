// What is easily taken for harmless: boxes as monitors, maps that are filled entry by entry, a notification of a thread that was interrupted, the end of a thread as a notification, exceptions that end the entry while threads were there.
// run: boxes
// args: --method Attacks.boxesAsMonitors
// verdict: proved
// run: half-filled
// args: --method Attacks.halfFilledMap
// verdict: violated
// violation: AssertionError at halfFilledMap:@half
// run: end-notifies
// args: --method Attacks.endNotifies
// verdict: proved
// run: joins-while-holding
// args: --method Attacks.joinsWhileHolding
// verdict: proved
// run: entry-throws
// args: --method Attacks.entryThrows
// verdict: proved
// run: exit
// args: --method Attacks.exitInThread
// verdict: proved

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Attacks {
    static int count;

    static void boxesAsMonitors() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (Integer.valueOf(5)) {
                count++;
            }
        });
        other.start();
        synchronized (Integer.valueOf(5)) {
            count++;
        }
        other.join();
        assert count == 2;
    }

    static void halfFilledMap() throws InterruptedException {
        Map<String, String> both = new LinkedHashMap<>();
        both.put("a", "1");
        both.put("b", "2");
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.putAll(both));
        other.start();
        boolean hasFirst = map.containsKey("a");
        boolean hasSecond = map.containsKey("b");
        other.join();
        assert hasFirst == hasSecond || hasSecond; // @half
    }

    static void endNotifies() throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        synchronized (other) {
            while (other.isAlive()) other.wait();
        }
        assert count == 1;
    }

    static void joinsWhileHolding() throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        synchronized (other) {
            other.join();
        }
        assert count == 1;
    }

    static void entryThrows(int x) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        other.join();
        if (x > 0) throw new IllegalArgumentException();
        assert count == 1;
    }

    static void exitInThread() throws InterruptedException {
        Thread other = new Thread(() -> System.exit(1));
        other.start();
        other.join();
        assert false;
    }
}
