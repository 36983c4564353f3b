// Busy waiting on a volatile flag, and Peterson's algorithm: right, and with the turn set too early.
// run: flag
// args: --method Spinning.flag --match exact
// verdict: proved
// run: peterson
// args: --method Spinning.peterson --match exact
// verdict: proved
// run: no-turn
// args: --method Spinning.withoutIntent --match exact
// verdict: violated
// violation: AssertionError at enter:@inside

class Spinning {
    static volatile boolean isReady;
    static int data;

    static void flag() {
        new Thread(() -> {
            data = 5;
            isReady = true;
        }).start();
        while (!isReady) Thread.onSpinWait();
        assert data == 5;
    }

    static volatile boolean wants0, wants1;
    static volatile int turn;
    static int inside;

    static void enter() {
        inside++;
        assert inside == 1; // @inside
        inside--;
    }

    static void first(boolean showsIntent) {
        wants0 = showsIntent;
        turn = 1;
        while (wants1 && turn == 1) Thread.onSpinWait();
        enter();
        wants0 = false;
    }

    static void second(boolean showsIntent) {
        wants1 = showsIntent;
        turn = 0;
        while (wants0 && turn == 0) Thread.onSpinWait();
        enter();
        wants1 = false;
    }

    static void peterson() throws InterruptedException {
        Thread other = new Thread(() -> second(true));
        other.start();
        first(true);
        other.join();
    }

    static void withoutIntent() throws InterruptedException {
        Thread other = new Thread(() -> second(false));
        other.start();
        first(true);
        other.join();
    }
}
