// Two objects compare themselves with each other at once, each holding its own lock.
// run: defect
// args: --method LockOrderDefect.swap
// verdict: violated
// violation: Deadlock at swap:@joined
// run: fixed
// args: --method LockOrderFixed.swap
// verdict: proved
class LockOrderDefect {
    private int level;

    synchronized int level() {
        return level;
    }

    synchronized void raiseTo(LockOrderDefect other) {
        level = Math.max(level, other.level());
    }

    static void swap(int low, int high) throws InterruptedException {
        LockOrderDefect a = new LockOrderDefect();
        LockOrderDefect b = new LockOrderDefect();
        a.level = low;
        b.level = high;
        Thread one = new Thread(() -> a.raiseTo(b));
        Thread two = new Thread(() -> b.raiseTo(a));
        one.start();
        two.start();
        one.join(); // @joined
        two.join();
    }
}

class LockOrderFixed {
    private int level;

    synchronized int level() {
        return level;
    }

    void raiseTo(LockOrderFixed other) {
        int theirs = other.level();
        synchronized (this) {
            level = Math.max(level, theirs);
        }
    }

    static void swap(int low, int high) throws InterruptedException {
        LockOrderFixed a = new LockOrderFixed();
        LockOrderFixed b = new LockOrderFixed();
        a.level = low;
        b.level = high;
        Thread one = new Thread(() -> a.raiseTo(b));
        Thread two = new Thread(() -> b.raiseTo(a));
        one.start();
        two.start();
        one.join();
        two.join();
        assert a.level() == b.level();
    }
}
