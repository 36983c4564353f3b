// A monitor that is held, and how often, is part of a state.
// run: owner
// args: --method MonitorInLoop.owner
// verdict: violated
// violation: AssertionError at owner:@held
// run: released
// args: --method MonitorInLoop.released
// verdict: proved
class MonitorInLoop {
    static final Object LOCK = new Object();

    static void spin() {
        for (int k = 0; k < 2; k++) {
        }
    }

    static void owner(boolean lock) {
        boolean held;
        if (lock) {
            synchronized (LOCK) {
                spin();
                held = Thread.holdsLock(LOCK);
            }
        } else {
            spin();
            held = Thread.holdsLock(LOCK);
        }
        assert !held; // @held
    }

    static void released(boolean lock) {
        if (lock) {
            synchronized (LOCK) {
                spin();
            }
        }
        spin();
        assert !Thread.holdsLock(LOCK);
    }
}
