// Joining, not joining, starting twice, threads that start threads, daemons, threads that are started in a constructor.
// run: join-missing
// args: --method Lifecycle.joinMissing
// verdict: violated
// violation: AssertionError at joinMissing:@early
// run: chain
// args: --method Lifecycle.chain
// verdict: proved
// run: started-twice
// args: --method Lifecycle.startedTwice
// verdict: proved
// run: not-started
// args: --method Lifecycle.joinNotStarted
// verdict: proved
// run: in-constructor
// args: --method Lifecycle.startedInConstructor
// verdict: violated
// violation: AssertionError at startedInConstructor:@half
// run: daemon
// args: --method Lifecycle.daemonWaitsForEver
// verdict: proved

class Lifecycle {
    static int data;

    static void joinMissing() {
        new Thread(() -> data = 1).start();
        assert data == 1; // @early
    }

    static void chain() throws InterruptedException {
        Thread outer = new Thread(() -> {
            Thread inner = new Thread(() -> data++);
            data++;
            inner.start();
            try {
                inner.join();
            } catch (InterruptedException e) {
                data = -1;
            }
            data++;
        });
        outer.start();
        outer.join();
        assert data == 3;
    }

    static void startedTwice() throws InterruptedException {
        Thread thread = new Thread(() -> data++);
        thread.start();
        boolean refused = false;
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            refused = true;
        }
        thread.join();
        assert refused && data == 1;
    }

    static void joinNotStarted() throws InterruptedException {
        Thread thread = new Thread(() -> data++);
        thread.join();
        assert !thread.isAlive() && data == 0;
        thread.start();
        thread.join();
        assert !thread.isAlive() && data == 1;
    }

    static class Leaky {
        int value;
        int seen;
        final Thread thread;

        Leaky() {
            thread = new Thread(() -> seen = value);
            thread.start();
            value = 7;
        }
    }

    static void startedInConstructor() throws InterruptedException {
        Leaky leaky = new Leaky();
        leaky.thread.join();
        assert leaky.seen == 7; // @half
    }

    static void daemonWaitsForEver() {
        Object never = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    data = -1;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        assert data == 0;
    }
}
