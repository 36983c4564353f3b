// Interrupting a thread that waits, one that will wait, and one that never does.
// run: while-waiting
// args: --method Interruption.waiter
// verdict: proved
// run: may-be-missed
// args: --method Interruption.flagMayBeMissed
// verdict: violated
// violation: AssertionError at flagMayBeMissed:@missed
// run: before-wait
// args: --method Interruption.beforeWait
// verdict: proved

class Interruption extends Thread {
    boolean wasInterrupted;
    boolean sawFlag;

    @Override
    public void run() {
        sawFlag = Thread.currentThread().isInterrupted();
    }

    static void waiter() throws InterruptedException {
        Interruption waiting = new Interruption() {
            @Override
            public synchronized void run() {
                try {
                    wait();
                } catch (InterruptedException e) {
                    wasInterrupted = !isInterrupted();
                }
            }
        };
        waiting.start();
        waiting.interrupt();
        waiting.join();
        assert waiting.wasInterrupted;
    }

    static void flagMayBeMissed() throws InterruptedException {
        Interruption other = new Interruption();
        other.start();
        other.interrupt();
        other.join();
        assert other.sawFlag; // @missed
    }

    static void beforeWait() {
        Object monitor = new Object();
        Thread.currentThread().interrupt();
        boolean caught = false;
        try {
            synchronized (monitor) {
                monitor.wait();
            }
        } catch (InterruptedException e) {
            caught = true;
        }
        assert caught;
        assert !Thread.interrupted();
    }
}
