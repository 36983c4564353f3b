// A loop that another thread ends is not endless.
// args: --method SpinsUntilSet.waits --report endless --match exact
// verdict: bounded
// reason: that every loop ends was not shown
class SpinsUntilSet {
    static volatile boolean isSet;

    static void waits() throws InterruptedException {
        Thread setter = new Thread(() -> isSet = true);
        setter.start();
        while (!isSet) {
        }
        setter.join();
    }
}
