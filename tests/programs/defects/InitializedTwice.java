// The flag is looked at before the lock, and not again inside it.
// run: defect
// args: --method InitializedTwiceDefect.once
// verdict: violated
// violation: AssertionError at once:@once
// run: fixed
// args: --method InitializedTwiceFixed.once
// verdict: proved
class InitializedTwiceDefect {
    private volatile boolean ready;
    private int starts;

    void ensureStarted() {
        if (!ready) {
            synchronized (this) {
                starts++;
                ready = true;
            }
        }
    }

    static void once() throws InterruptedException {
        InitializedTwiceDefect service = new InitializedTwiceDefect();
        Thread other = new Thread(service::ensureStarted);
        other.start();
        service.ensureStarted();
        other.join();
        assert service.starts == 1; // @once
    }
}

class InitializedTwiceFixed {
    private volatile boolean ready;
    private int starts;

    void ensureStarted() {
        if (!ready) {
            synchronized (this) {
                if (!ready) {
                    starts++;
                    ready = true;
                }
            }
        }
    }

    static void once() throws InterruptedException {
        InitializedTwiceFixed service = new InitializedTwiceFixed();
        Thread other = new Thread(service::ensureStarted);
        other.start();
        service.ensureStarted();
        other.join();
        assert service.starts == 1;
    }
}
