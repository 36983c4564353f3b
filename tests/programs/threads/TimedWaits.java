// A wait whose time is over, followed by another wait of the same thread before any other goes on: the schedule can be followed on
// a JVM.
// run: monitor
// args: --method TimedWaits.monitor --first
// verdict: violated
// violation: AssertionError at monitor:@monitor
// run: join
// args: --method TimedWaits.join --first
// verdict: violated
// violation: AssertionError at join:@join
// run: latch
// args: --method TimedWaits.latch --first
// verdict: violated
// violation: AssertionError at latch:@latch
// run: parked
// args: --method TimedWaits.parked --first
// verdict: violated
// violation: AssertionError at parked:@parked
// run: twice
// args: --method TimedWaits.twice --first
// verdict: violated
// violation: AssertionError at twice:@twice
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

class TimedWaits {
    static volatile int written;

    static Thread writer() {
        Thread thread = new Thread(() -> written = 1);
        thread.start();
        return thread;
    }

    static void monitor() throws InterruptedException {
        Object lock = new Object();
        boolean[] isSet = new boolean[1];
        Thread setter = new Thread(() -> {
            synchronized (lock) {
                isSet[0] = true;
                lock.notifyAll();
            }
        });
        setter.start();
        boolean wasSet;
        synchronized (lock) {
            if (!isSet[0]) {
                lock.wait(30);
            }
            wasSet = isSet[0];
        }
        setter.join();
        assert wasSet; // @monitor
    }

    static void join() throws InterruptedException {
        Thread writer = writer();
        writer.join(20);
        int seen = written;
        writer.join();
        assert seen == 1; // @join
    }

    static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(latch::countDown);
        other.start();
        boolean isDown = latch.await(20, TimeUnit.MILLISECONDS);
        other.join();
        assert isDown; // @latch
    }

    static void parked() throws InterruptedException {
        Thread writer = writer();
        LockSupport.parkNanos(20_000_000);
        int seen = written;
        writer.join();
        assert seen == 1; // @parked
    }

    static void twice() throws InterruptedException {
        Object lock = new Object();
        Thread writer = writer();
        synchronized (lock) {
            lock.wait(10);
            lock.wait(10);
        }
        int seen = written;
        writer.join();
        assert seen == 1; // @twice
    }
}
