// A thread that has nothing left to do is still alive for a moment: others see that, and join it, and may be interrupted by it.
// Threads that wait for others in loops are looked at until the first violation: without matching there is always more.
// run: read-before-its-end
// args: --method EndOfThreads.readBeforeItsEnd
// verdict: violated
// violation: AssertionError at readBeforeItsEnd:@late
// run: read-first
// args: --method EndOfThreads.readFirst
// verdict: proved
// run: interrupted-by-the-joined
// args: --method EndOfThreads.interruptedByTheJoined
// verdict: violated
// violation: AssertionError at interruptedByTheJoined:@thrown
// run: interrupted-in-time
// args: --method EndOfThreads.interruptedInTime
// verdict: violated
// violation: AssertionError at interruptedInTime:@thrown-in-time
// run: joined-again
// args: --method EndOfThreads.joinedAgain
// verdict: violated
// violation: AssertionError at joinedAgain:@once
// run: at-most-once
// args: --method EndOfThreads.atMostOnce
// verdict: proved
// run: alive-when-interrupted
// args: --method EndOfThreads.aliveWhenInterrupted
// verdict: violated
// violation: AssertionError at aliveWhenInterrupted:@alive
// run: over-when-looked-at
// args: --method EndOfThreads.overWhenLookedAt
// verdict: violated
// violation: AssertionError at overWhenLookedAt:@over
// run: alive-then-over
// args: --method EndOfThreads.aliveThenOver
// verdict: violated
// violation: AssertionError at aliveThenOver:@differs
// run: all-done-but-alive
// args: --method EndOfThreads.allDoneButAlive --first
// verdict: violated
// violation: AssertionError at allDoneButAlive:@done
// run: without-a-task
// args: --method EndOfThreads.withoutATask
// verdict: violated
// violation: AssertionError at withoutATask:@nothing-to-do
// run: holding-its-monitor
// args: --method EndOfThreads.holdingItsMonitor
// verdict: violated
// violation: AssertionError at holdingItsMonitor:@cannot-end
// run: handler-is-done
// args: --method EndOfThreads.handlerIsDone --first
// verdict: violated
// violation: AssertionError at handlerIsDone:@handled
// run: caller-is-alive
// args: --method EndOfThreads.callerIsAlive --first
// verdict: violated
// violation: AssertionError at waitsForCaller:@caller
// run: forgotten-group
// args: --method EndOfThreads.forgottenGroup
// verdict: violated
// violation: AssertionError at forgottenGroup:@group

class EndOfThreads {
    static int x;
    static int seen;

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            seen = -1;
        }
    }

    /** Whether it is alive is asked before `x` is read. */
    static void readBeforeItsEnd() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        Thread writer = new Thread(() -> {
            join(thread);
            x = 1;
        });
        thread.start();
        writer.start();
        if (thread.isAlive()) {
            seen = x;
        }
        writer.join();
        assert seen == 0; // @late
    }

    static void readFirst() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        Thread writer = new Thread(() -> {
            join(thread);
            x = 1;
        });
        thread.start();
        writer.start();
        int read = x;
        if (thread.isAlive()) {
            seen = read;
        }
        writer.join();
        assert seen == 0;
    }

    static Thread interrupter() {
        Thread caller = Thread.currentThread();
        Thread thread = new Thread(() -> caller.interrupt());
        thread.start();
        return thread;
    }

    static void interruptedByTheJoined() {
        Thread thread = interrupter();
        try {
            thread.join();
        } catch (InterruptedException e) {
            assert false; // @thrown
        }
    }

    static void interruptedInTime() {
        Thread thread = interrupter();
        try {
            thread.join(1000);
        } catch (InterruptedException e) {
            assert false; // @thrown-in-time
        }
    }

    static int interruptions(Thread thread) {
        int count = 0;
        for (int i = 0; i < 2; i++) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                count++;
            }
        }
        return count;
    }

    static void joinedAgain() {
        assert interruptions(interrupter()) == 0; // @once
    }

    static void atMostOnce() {
        assert interruptions(interrupter()) <= 1;
    }

    static void aliveWhenInterrupted() {
        Thread thread = interrupter();
        try {
            thread.join();
        } catch (InterruptedException e) {
            assert !thread.isAlive(); // @alive
        }
    }

    static void overWhenLookedAt() {
        Thread thread = interrupter();
        try {
            thread.join();
        } catch (InterruptedException e) {
            assert thread.isAlive(); // @over
        }
    }

    static void aliveThenOver() {
        Thread thread = new Thread(() -> {});
        thread.start();
        boolean before = thread.isAlive();
        assert before == thread.isAlive(); // @differs
    }

    static void allDoneButAlive() {
        Thread thread = new Thread(() -> x = 1);
        thread.start();
        while (x == 0) {
            Thread.onSpinWait();
        }
        assert !thread.isAlive(); // @done
    }

    static void withoutATask() throws InterruptedException {
        Thread thread = new Thread();
        Thread writer = new Thread(() -> {
            join(thread);
            x = 1;
        });
        thread.start();
        writer.start();
        if (thread.isAlive()) {
            seen = x;
        }
        writer.join();
        assert seen == 0; // @nothing-to-do
    }

    /** It has done what it had to do, but ends with its monitor. */
    static void holdingItsMonitor() {
        Thread thread = new Thread(() -> x = 1);
        thread.start();
        synchronized (thread) {
            assert x == 0 || !thread.isAlive(); // @cannot-end
        }
    }

    static void handlerIsDone() {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((of, exception) -> x = 1);
        thread.start();
        while (x == 0) {
            Thread.onSpinWait();
        }
        assert !thread.isAlive(); // @handled
    }

    static void waitsForCaller(Thread caller) {
        while (x == 0) {
            Thread.onSpinWait();
        }
        assert !caller.isAlive(); // @caller
    }

    static void callerIsAlive() {
        Thread caller = Thread.currentThread();
        new Thread(() -> waitsForCaller(caller)).start();
        x = 1;
    }

    static void forgottenGroup() {
        Thread thread = new Thread(() -> {});
        thread.start();
        assert thread.getThreadGroup() != null; // @group
    }
}
