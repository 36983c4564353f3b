// Whom a notification wakes, and what an interrupt does to a thread that waits: it may leave before it is notified.
// run: longest
// args: --method Notification.longestWaits --match exact
// verdict: violated
// violation: AssertionError at longestWaits:@first
// run: both
// args: --method Notification.bothAreWoken --match exact
// verdict: proved
// run: either
// args: --method Notification.eitherFirst --match exact
// verdict: violated
// violation: AssertionError at eitherFirst:@either
// run: interrupted-first
// args: --method Notification.interruptedFirst --match exact
// verdict: violated
// violation: AssertionError at interruptedFirst:@caught
// run: notified-first
// args: --method Notification.notifiedFirst --match exact
// verdict: proved
// run: notified-all-the-same
// args: --method Notification.notifiedAllTheSame --match exact
// verdict: violated
// violation: AssertionError at notifiedAllTheSame:@notified
// run: taken-by-interrupted
// args: --method Notification.takenByInterrupted --match exact
// verdict: violated
// violation: Deadlock at takenByInterrupted:@forever
// run: left-by-interrupted
// args: --method Notification.leftByInterrupted --match exact
// verdict: violated
// violation: AssertionError at leftByInterrupted:@left
// run: two-interrupted
// args: --method Notification.twoInterrupted --match exact
// verdict: violated
// violation: AssertionError at twoInterrupted:@two

class Notification extends Thread {
    static final Object MONITOR = new Object();
    static int waiting;
    static Notification first;
    boolean caught;
    boolean isInterruptedAfter;

    @Override
    public void run() {
        synchronized (MONITOR) {
            waiting++;
            try {
                MONITOR.wait();
                isInterruptedAfter = isInterrupted();
            } catch (InterruptedException e) {
                caught = true;
            }
            if (first == null) first = this;
        }
    }

    static Notification begin(int number) {
        Notification thread = new Notification();
        thread.start();
        await(number);
        return thread;
    }

    static void await(int number) {
        while (true) {
            synchronized (MONITOR) {
                if (waiting == number) return;
            }
        }
    }

    static void wake() {
        synchronized (MONITOR) {
            MONITOR.notify();
        }
    }

    static void longestWaits() throws InterruptedException {
        Notification one = begin(1);
        Notification two = begin(2);
        wake();
        wake();
        one.join();
        two.join();
        assert first == two; // @first
    }

    static void bothAreWoken() throws InterruptedException {
        Notification one = begin(1);
        Notification two = begin(2);
        synchronized (MONITOR) {
            MONITOR.notifyAll();
        }
        one.join();
        two.join();
        assert first != null && !one.caught && !two.caught;
    }

    static void eitherFirst() throws InterruptedException {
        Notification one = new Notification();
        Notification two = new Notification();
        one.start();
        two.start();
        await(2);
        synchronized (MONITOR) {
            MONITOR.notifyAll();
        }
        one.join();
        two.join();
        assert first == one; // @either
    }

    static void interruptedFirst() throws InterruptedException {
        Notification thread = begin(1);
        thread.interrupt();
        wake();
        thread.join();
        assert !thread.caught; // @caught
    }

    static void notifiedFirst() throws InterruptedException {
        Notification thread = begin(1);
        synchronized (MONITOR) {
            MONITOR.notify();
            thread.interrupt();
        }
        thread.join();
        assert !thread.caught && thread.isInterruptedAfter;
    }

    static void notifiedAllTheSame() throws InterruptedException {
        Notification thread = begin(1);
        synchronized (MONITOR) {
            thread.interrupt();
            MONITOR.notify();
        }
        thread.join();
        assert thread.caught; // @notified
    }

    static void takenByInterrupted() throws InterruptedException {
        Notification one = begin(1);
        Notification two = begin(2);
        synchronized (MONITOR) {
            one.interrupt();
            MONITOR.notify();
        }
        one.join();
        two.join(); // @forever
    }

    static void leftByInterrupted() throws InterruptedException {
        Notification one = begin(1);
        Notification two = begin(2);
        synchronized (MONITOR) {
            one.interrupt();
            MONITOR.notify();
        }
        one.join();
        assert !one.caught; // @left
        wake();
        two.join();
    }

    static void twoInterrupted() throws InterruptedException {
        Notification one = begin(1);
        Notification two = begin(2);
        synchronized (MONITOR) {
            one.interrupt();
            two.interrupt();
            MONITOR.notifyAll();
        }
        one.join();
        two.join();
        assert one.caught == two.caught; // @two
    }
}
