// A wait with a limit that another thread ends in time: while it waits the lock is free, others see who waits, and however short the limit is,
// it need not be over first.
// run: awaits
// args: --method SignalledInTime.awaits
// verdict: violated
// violation: AssertionError at awaits:@awaits
// run: nanoseconds
// args: --method SignalledInTime.nanoseconds
// verdict: violated
// violation: AssertionError at nanoseconds:@nanoseconds
// run: barrier
// args: --method SignalledInTime.barrier
// verdict: violated
// violation: AssertionError at barrier:@barrier
// run: released
// args: --method SignalledInTime.released
// verdict: violated
// violation: AssertionError at released:@released
// run: queued
// args: --method SignalledInTime.queued
// verdict: violated
// violation: AssertionError at queued:@queued
// run: permits
// args: --method SignalledInTime.permits
// verdict: violated
// violation: AssertionError at permits:@permits
// run: alone
// args: --method SignalledInTime.alone
// verdict: proved
// run: either
// args: --method SignalledInTime.either
// verdict: proved
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class SignalledInTime {
    static Thread signalling(ReentrantLock lock, Condition condition) {
        return new Thread(() -> {
            lock.lock();
            condition.signal();
            lock.unlock();
        });
    }

    static void awaits() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        signalling(lock, condition).start();
        assert !condition.await(9, TimeUnit.SECONDS); // @awaits
    }

    static void nanoseconds() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        signalling(lock, condition).start();
        assert condition.awaitNanos(8_000_000_000L) <= 0; // @nanoseconds
    }

    static void barrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> {
            try {
                barrier.await();
            } catch (Exception broken) {
            }
        });
        other.start();
        assert barrier.await(5, TimeUnit.SECONDS) == 0; // @barrier
    }

    static void released() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] had = {false};
        Thread other = new Thread(() -> {
            if (lock.tryLock()) {
                had[0] = true;
                lock.unlock();
            }
        });
        lock.lock();
        other.start();
        condition.await(2, TimeUnit.SECONDS);
        assert !had[0]; // @released
    }

    static void queued() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread other = new Thread(() -> {
            try {
                lock.tryLock(3, TimeUnit.SECONDS);
            } catch (InterruptedException never) {
            }
        });
        lock.lock();
        other.start();
        assert !lock.hasQueuedThreads(); // @queued
        lock.unlock();
    }

    static void permits() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread other = new Thread(() -> {
            try {
                semaphore.tryAcquire(3, TimeUnit.SECONDS);
            } catch (InterruptedException never) {
            }
        });
        other.start();
        assert semaphore.getQueueLength() == 0; // @permits
    }

    static void alone() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        assert !condition.await(1, TimeUnit.MILLISECONDS);
        assert lock.isHeldByCurrentThread();
        lock.unlock();
    }

    static void either() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        signalling(lock, condition).start();
        boolean inTime = condition.await(9, TimeUnit.SECONDS);
        assert inTime || lock.isHeldByCurrentThread();
        lock.unlock();
    }
}
