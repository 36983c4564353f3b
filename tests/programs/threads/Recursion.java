// Waiting gives up a monitor that was entered twice, and takes it back twice; a notification without a waiter is lost.
// run: twice
// args: --method Recursion.entersTwice
// verdict: proved
// run: early
// args: --method Recursion.notifiedTooEarly
// verdict: violated
// violation: Deadlock at notifiedTooEarly:@waits

class Recursion {
    boolean isReady;

    synchronized void outer() throws InterruptedException {
        inner();
        assert Thread.holdsLock(this);
    }

    synchronized void inner() throws InterruptedException {
        while (!isReady) wait();
        assert Thread.holdsLock(this);
    }

    synchronized void signal() {
        isReady = true;
        notify();
    }

    static void entersTwice() throws InterruptedException {
        Recursion shared = new Recursion();
        Thread other = new Thread(shared::signal);
        other.start();
        shared.outer();
        other.join();
        assert !Thread.holdsLock(shared);
    }

    static void notifiedTooEarly() throws InterruptedException {
        Recursion shared = new Recursion();
        Thread other = new Thread(shared::signal);
        other.start();
        synchronized (shared) {
            shared.wait(); // @waits
        }
        other.join();
    }
}
