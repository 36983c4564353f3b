// Sleeps and waits of ten seconds or more are not over while other threads can go on without the time; shorter ones may be.
// run: slept-through
// args: --method LongWaits.sleptThrough
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: woken
// args: --method LongWaits.woken
// verdict: violated
// violation: AssertionError at woken:@interrupted
// run: slept-shortly
// args: --method LongWaits.sleptShortly
// verdict: violated
// violation: AssertionError at sleptShortly:@over
// run: notified
// args: --method LongWaits.notified
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: notified-late
// args: --method LongWaits.notifiedLate
// verdict: violated
// violation: AssertionError at notifiedLate:@late
// run: joined
// args: --method LongWaits.joined
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: latch
// args: --method LongWaits.latch
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: queue
// args: --method LongWaits.queue
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: terminated
// args: --method LongWaits.terminated
// verdict: bounded
// reason: sleeps and waits of 10 s or more were taken not to be over while other threads can go on
// run: whenever
// args: --method LongWaits.whenever
// verdict: proved
// run: idle-worker
// args: --method LongWaits.idleWorker
// verdict: proved
// run: nobody-else
// args: --method LongWaits.nobodyElse
// verdict: proved
// run: polled
// args: --method LongWaits.polled --match exact
// verdict: proved
// run: spun
// args: --method LongWaits.spun --match exact --timeout 60s
// verdict: violated
// violation: AssertionError at spun:@spun

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class LongWaits {
    static int x;
    static boolean interrupted;

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }

    static void interruptSleeping(long millis) throws InterruptedException {
        Thread thread = new Thread(() -> sleep(millis));
        thread.start();
        thread.interrupt();
        thread.join();
    }

    static void sleptThrough() throws InterruptedException {
        interruptSleeping(100_000);
        assert interrupted;
    }

    static void woken() throws InterruptedException {
        interruptSleeping(100_000);
        assert !interrupted; // @interrupted
    }

    static void sleptShortly() throws InterruptedException {
        interruptSleeping(50);
        assert interrupted; // @over
    }

    static boolean isNotified(long millis) throws InterruptedException {
        Object monitor = new Object();
        Thread thread = new Thread(() -> {
            synchronized (monitor) {
                x = 1;
                monitor.notifyAll();
            }
        });
        thread.start();
        boolean seen;
        synchronized (monitor) {
            if (x == 0) {
                monitor.wait(millis);
            }
            seen = x == 1;
        }
        thread.join();
        return seen;
    }

    static void notified() throws InterruptedException {
        assert isNotified(60_000);
    }

    static void notifiedLate() throws InterruptedException {
        assert isNotified(500); // @late
    }

    static void joined() throws InterruptedException {
        Thread thread = new Thread(() -> x = 1);
        thread.start();
        thread.join(60_000);
        assert x == 1;
    }

    static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        assert latch.await(10, TimeUnit.SECONDS);
    }

    static void queue() throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(1)).start();
        assert queue.poll(1, TimeUnit.MINUTES) != null;
    }

    static void terminated() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        AtomicInteger done = new AtomicInteger();
        pool.execute(done::incrementAndGet);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        assert done.get() == 1;
    }

    /** When the sleep is over makes no difference. */
    static void whenever() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread thread = new Thread(() -> {
            sleep(60_000);
            count.incrementAndGet();
        });
        thread.start();
        count.incrementAndGet();
        thread.join();
        assert count.get() == 2;
    }

    /** Its worker waits a minute for more to do. */
    static void idleWorker() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        int result = pool.submit(() -> 1).get();
        pool.shutdown();
        assert result == 1;
    }

    static void nobodyElse() throws InterruptedException {
        Thread thread = new Thread(() -> {
            sleep(10_000);
            x = 1;
        });
        thread.start();
        thread.join();
        assert x == 1;
    }

    static void sleepAndSet() {
        new Thread(() -> {
            sleep(10_000);
            x = 1;
        }).start();
    }

    /** Who sleeps now and then waits for the time, too. */
    static void polled() {
        sleepAndSet();
        while (x == 0) {
            sleep(100);
        }
        assert x == 1;
    }

    /** The replay takes its time. */
    static void spun() {
        sleepAndSet();
        while (x == 0) {
            Thread.onSpinWait();
        }
        assert false; // @spun
    }
}
