// Who is interrupted while it waits for something may still get it if that comes right after: no call promises to look for interrupts at
// the moment when it gets what it waits for.
// run: lock
// args: --method Interruptions.lock --first
// verdict: violated
// violation: AssertionError at lock:@lock
// run: queued
// args: --method Interruptions.queued --first
// verdict: violated
// violation: AssertionError at queued:@queued
// run: semaphore
// args: --method Interruptions.semaphore --first
// verdict: violated
// violation: AssertionError at semaphore:@semaphore
// run: latch
// args: --method Interruptions.latch --first
// verdict: violated
// violation: AssertionError at latch:@latch
// run: linked
// args: --method Interruptions.linked --first
// verdict: violated
// violation: AssertionError at linked:@linked
// run: array
// args: --method Interruptions.array --first
// verdict: violated
// violation: AssertionError at array:@array
// run: future
// args: --method Interruptions.future --first
// verdict: violated
// violation: AssertionError at future:@future
// run: either
// args: --method Interruptions.either
// verdict: proved
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

class Interruptions {
    interface Call {
        int run() throws Exception;
    }

    // The thread leaves what it got, or 2 if it was interrupted.
    static Thread calling(int[] result, Call call) {
        return new Thread(() -> {
            try {
                result[0] = call.run();
            } catch (InterruptedException e) {
                result[0] = 2;
            } catch (Exception e) {
                result[0] = 3;
            }
        });
    }

    static Thread locking(int[] result, ReentrantLock lock) {
        return calling(result, () -> {
            lock.lockInterruptibly();
            return 1;
        });
    }

    static void lock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] result = {0};
        Thread thread = locking(result, lock);
        lock.lock();
        thread.start();
        thread.interrupt();
        lock.unlock();
        thread.join();
        assert result[0] == 2; // @lock
    }

    static void queued() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] result = {0};
        Thread thread = locking(result, lock);
        lock.lock();
        thread.start();
        boolean isQueued = lock.hasQueuedThreads();
        thread.interrupt();
        lock.unlock();
        thread.join();
        assert !isQueued || result[0] == 2; // @queued
    }

    static void semaphore() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        int[] result = {0};
        Thread thread = calling(result, () -> {
            semaphore.acquire();
            return 1;
        });
        thread.start();
        thread.interrupt();
        semaphore.release();
        thread.join();
        assert result[0] == 2; // @semaphore
    }

    static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        int[] result = {0};
        Thread thread = calling(result, () -> {
            latch.await();
            return 1;
        });
        thread.start();
        thread.interrupt();
        latch.countDown();
        thread.join();
        assert result[0] == 2; // @latch
    }

    static void linked() throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        int[] result = {0};
        Thread thread = calling(result, queue::take);
        thread.start();
        thread.interrupt();
        queue.add(1);
        thread.join();
        assert result[0] == 2; // @linked
    }

    static void array() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        int[] result = {0};
        Thread thread = calling(result, queue::take);
        thread.start();
        thread.interrupt();
        queue.add(1);
        thread.join();
        assert result[0] == 2; // @array
    }

    static void future() throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        int[] result = {0};
        Thread thread = calling(result, future::get);
        thread.start();
        thread.interrupt();
        future.complete(1);
        thread.join();
        assert result[0] == 2; // @future
    }

    static void either() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        int[] result = {0};
        Thread thread = calling(result, () -> {
            semaphore.acquire();
            return 1;
        });
        thread.start();
        thread.interrupt();
        semaphore.release();
        thread.join();
        assert result[0] == 1 || result[0] == 2;
        assert semaphore.availablePermits() == result[0] - 1;
    }
}
