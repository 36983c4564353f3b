// A thread reads a variable that others write, and then one that seems to be in order: what it read may be old by then.
// run: lost
// args: --method RaceAfterRead.lost
// verdict: violated
// violation: AssertionError at lost:@lost
// run: ordered
// args: --method RaceAfterRead.ordered
// verdict: proved

class RaceAfterRead {
    static volatile int stage;
    static int x;
    static int seen;
    static int rounds;
    static final Object LOCK = new Object();

    static void lost() throws InterruptedException {
        Thread reader = new Thread(() -> {
            if (stage == 0) {
                seen = x;
            }
        });
        Thread writer = new Thread(() -> {
            stage = 1;
            synchronized (LOCK) {
                rounds++;
            }
            x = 1;
        });
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        assert seen == 0; // @lost
    }

    static void ordered() throws InterruptedException {
        Thread reader = new Thread(() -> {
            synchronized (LOCK) {
                if (stage == 0) {
                    seen = x;
                }
            }
        });
        Thread writer = new Thread(() -> {
            synchronized (LOCK) {
                stage = 1;
            }
            x = 1;
        });
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        assert seen == 0;
    }
}
