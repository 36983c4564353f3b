// Two threads count without a lock: one of the counts is lost.
// run: defect
// args: --method LostUpdateDefect.twoVisitors
// verdict: violated
// violation: AssertionError at twoVisitors:@both
// run: fixed
// args: --method LostUpdateFixed.twoVisitors
// verdict: proved
class LostUpdateDefect {
    private int visits;

    void visit() {
        visits = visits + 1;
    }

    static void twoVisitors() throws InterruptedException {
        LostUpdateDefect page = new LostUpdateDefect();
        Thread other = new Thread(page::visit);
        other.start();
        page.visit();
        other.join();
        assert page.visits == 2; // @both
    }
}

class LostUpdateFixed {
    private int visits;

    synchronized void visit() {
        visits = visits + 1;
    }

    static void twoVisitors() throws InterruptedException {
        LostUpdateFixed page = new LostUpdateFixed();
        Thread other = new Thread(page::visit);
        other.start();
        page.visit();
        other.join();
        assert page.visits == 2;
    }
}
