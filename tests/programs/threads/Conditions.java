// ReentrantLock with a Condition; a condition that is signalled before anyone awaits it; tryLock that may fail.
// run: handover
// args: --method Conditions.handover
// verdict: proved
// run: lost-signal
// args: --method Conditions.lostSignal
// verdict: violated
// violation: Deadlock at lostSignal:@joined
// run: try-lock
// args: --method Conditions.tryLockMayFail
// verdict: violated
// violation: AssertionError at tryLockMayFail:@failed

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class Conditions {
    final ReentrantLock lock = new ReentrantLock();
    final Condition ready = lock.newCondition();
    boolean isReady;
    int value;

    void give(int given) {
        lock.lock();
        try {
            value = given;
            isReady = true;
            ready.signal();
        } finally {
            lock.unlock();
        }
    }

    static void handover(int given) throws InterruptedException {
        Conditions shared = new Conditions();
        Thread giver = new Thread(() -> shared.give(given));
        giver.start();
        shared.lock.lock();
        try {
            while (!shared.isReady) shared.ready.await();
            assert shared.value == given;
        } finally {
            shared.lock.unlock();
        }
        giver.join();
    }

    static void lostSignal() throws InterruptedException {
        Conditions shared = new Conditions();
        Thread receiver = new Thread(() -> {
            shared.lock.lock();
            try {
                shared.ready.awaitUninterruptibly();
            } finally {
                shared.lock.unlock();
            }
        });
        receiver.start();
        shared.give(1);
        receiver.join(); // @joined
    }

    static void tryLockMayFail() throws InterruptedException {
        Conditions shared = new Conditions();
        Thread other = new Thread(() -> shared.give(1));
        other.start();
        boolean got = shared.lock.tryLock();
        if (got) shared.lock.unlock();
        other.join();
        assert got; // @failed
    }
}
