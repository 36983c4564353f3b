// CountDownLatch, Semaphore and CyclicBarrier, used rightly and wrongly.
// run: latch
// args: --method Coordination.latch
// verdict: proved
// run: latch-too-high
// args: --method Coordination.latchTooHigh
// verdict: violated
// violation: Deadlock at latchTooHigh:@awaits
// run: semaphore
// args: --method Coordination.semaphore
// verdict: proved
// run: two-permits
// args: --method Coordination.twoPermits
// verdict: violated
// violation: AssertionError at twoPermits:@lost
// run: barrier
// args: --method Coordination.barrier
// verdict: proved

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

class Coordination {
    static int data;

    static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            data = 42;
            latch.countDown();
        }).start();
        latch.await();
        assert data == 42;
    }

    static void latchTooHigh() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        latch.await(); // @awaits
    }

    static Thread adder(Semaphore semaphore) {
        Thread thread = new Thread(() -> {
            semaphore.acquireUninterruptibly();
            data++;
            semaphore.release();
        });
        thread.start();
        return thread;
    }

    static void semaphore() throws InterruptedException {
        Semaphore semaphore = new Semaphore(1);
        Thread one = adder(semaphore);
        Thread two = adder(semaphore);
        one.join();
        two.join();
        assert data == 2;
    }

    static void twoPermits() throws InterruptedException {
        Semaphore semaphore = new Semaphore(2);
        Thread one = adder(semaphore);
        Thread two = adder(semaphore);
        one.join();
        two.join();
        assert data == 2; // @lost
    }

    static void barrier() throws InterruptedException, BrokenBarrierException {
        int[] parts = new int[2];
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> {
            parts[1] = 2;
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        parts[0] = 1;
        barrier.await();
        assert parts[0] + parts[1] == 3;
        other.join();
    }
}
