// Threads that a method leaves behind: the invariant of its receiver as they make it, and daemons that never end.
// run: halfway
// args: --method LeftRunning.halfway --check-invariant
// verdict: violated
// violation: AssertionError at LeftRunning.halfway:0
// run: untouched
// args: --method LeftRunning.untouched --check-invariant
// verdict: proved
// run: joined
// args: --method LeftRunning.joined --check-invariant
// verdict: proved
// run: joined-broken
// args: --method LeftRunning.joinedBroken --check-invariant
// verdict: violated
// violation: AssertionError at LeftRunning.joinedBroken:0
// run: daemon
// args: --method LeftRunning.daemonGoesOn --match exact
// verdict: proved
// run: daemon-in-between
// args: --method LeftRunning.daemonInBetween --match exact
// verdict: violated
// violation: AssertionError at daemonInBetween:@neither
// run: daemon-fails
// args: --method LeftRunning.daemonFails --match exact
// verdict: violated
// violation: AssertionError at flip:@negative

class LeftRunning {
    int here;
    int there;

    boolean repOk() {
        return here == there;
    }

    void halfway() {
        new Thread(() -> {
            here++;
            there++;
        }).start();
    }

    void untouched() {
        new Thread(() -> { }).start();
    }

    void joined() throws InterruptedException {
        Thread other = new Thread(() -> {
            here++;
            there++;
        });
        other.start();
        other.join();
    }

    void joinedBroken() throws InterruptedException {
        Thread other = new Thread(() -> here++);
        other.start();
        other.join();
    }

    static int beat;

    static void flip() {
        while (true) {
            assert beat >= 0; // @negative
            beat = 1 - beat;
        }
    }

    static void startDaemon() {
        Thread daemon = new Thread(LeftRunning::flip);
        daemon.setDaemon(true);
        daemon.start();
    }

    static void daemonGoesOn() {
        startDaemon();
        int seen = beat;
        assert seen == 0 || seen == 1;
    }

    static void daemonInBetween() {
        startDaemon();
        assert beat == 0 || beat == 1; // @neither
    }

    static void daemonFails() {
        startDaemon();
        beat = -1;
    }
}
