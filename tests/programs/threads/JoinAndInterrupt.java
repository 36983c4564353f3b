// Joining as the library does it: an interrupt counts only where there is something to wait for, and the monitor of the thread
// is given away meanwhile.
// run: over
// args: --method JoinAndInterrupt.over
// verdict: violated
// violation: AssertionError at over:@pending
// run: never-started
// args: --method JoinAndInterrupt.neverStarted
// verdict: proved
// run: alive
// args: --method JoinAndInterrupt.alive
// verdict: proved
// run: holding-its-monitor
// args: --method JoinAndInterrupt.holdingItsMonitor
// verdict: proved
// run: cannot-end
// args: --method JoinAndInterrupt.cannotEnd
// verdict: violated
// violation: AssertionError at cannotEnd:@alive
// run: polling
// args: --method JoinAndInterrupt.polling --match exact
// verdict: proved
// run: permit
// args: --method JoinAndInterrupt.permit
// verdict: proved
// run: forgotten
// args: --method JoinAndInterrupt.forgotten
// verdict: proved
// run: priority
// args: --method JoinAndInterrupt.priority
// verdict: proved
// run: group
// args: --method JoinAndInterrupt.group
// verdict: proved

import java.util.concurrent.locks.LockSupport;

class JoinAndInterrupt {
    static int seen;

    static void over() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        Thread.currentThread().interrupt();
        thread.join();
        assert !Thread.currentThread().isInterrupted(); // @pending
    }

    static void neverStarted() throws InterruptedException {
        Thread.currentThread().interrupt();
        new Thread(() -> {}).join();
        new Thread(() -> {}).join(5);
        assert Thread.interrupted();
    }

    /** The other thread ends only after this one was interrupted, so there is something to wait for. */
    static void alive() {
        Object monitor = new Object();
        Thread thread = new Thread(() -> {
            synchronized (monitor) {
                seen = 1;
            }
        });
        boolean caught = false;
        synchronized (monitor) {
            thread.start();
            Thread.currentThread().interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                caught = true;
            }
        }
        assert caught && !Thread.currentThread().isInterrupted();
    }

    static void holdingItsMonitor() throws InterruptedException {
        Thread thread = new Thread() {
            @Override
            public synchronized void run() {
                seen = 2;
            }
        };
        synchronized (thread) {
            thread.start();
            thread.join();
            assert Thread.holdsLock(thread);
        }
        assert seen == 2;
    }

    /** A thread ends with its monitor, which is held here. */
    static void cannotEnd() {
        Thread thread = new Thread(() -> {});
        synchronized (thread) {
            thread.start();
            assert !thread.isAlive(); // @alive
        }
    }

    static void polling() throws InterruptedException {
        Thread thread = new Thread(() -> seen = 3);
        thread.start();
        while (thread.isAlive()) {
            thread.join(10);
        }
        assert seen == 3;
    }

    /** An interrupt gives a permit, which is still there when the interrupt is forgotten. */
    static void permit() {
        Thread.currentThread().interrupt();
        boolean wasInterrupted = Thread.interrupted();
        LockSupport.park();
        assert wasInterrupted;
    }

    static void forgotten() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.setUncaughtExceptionHandler((of, exception) -> {});
        thread.start();
        thread.join();
        assert thread.getThreadGroup() == null && thread.getUncaughtExceptionHandler() == null;
    }

    static void priority() {
        Thread.currentThread().setPriority(3);
        assert new Thread(() -> {}).getPriority() == 3;
    }

    /** The group of a thread says what its uncaught exceptions come to. */
    static void group() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("forgiving") {
            @Override
            public void uncaughtException(Thread thread, Throwable exception) {
                seen = 4;
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalStateException();
        });
        thread.start();
        thread.join();
        assert seen == 4;
    }
}
