// Updaters work on volatile fields of the program's objects, which it may use without them as well.
// run: lost
// args: --method FieldUpdaters.getThenSet
// verdict: violated
// violation: AssertionError at getThenSet:@lost
// run: kept
// args: --method FieldUpdaters.bothUpdate
// verdict: proved
// run: beside
// args: --method FieldUpdaters.besidePlainAccess
// verdict: violated
// violation: AssertionError at besidePlainAccess:@beside
// run: long
// args: --method FieldUpdaters.longs
// verdict: proved
// run: long-lost
// args: --method FieldUpdaters.longsLost
// verdict: violated
// violation: AssertionError at longsLost:@longLost
// run: reference
// args: --method FieldUpdaters.onlyOneWins
// verdict: proved
// run: reference-lost
// args: --method FieldUpdaters.bothWin
// verdict: violated
// violation: AssertionError at bothWin:@both

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

class FieldUpdaters {
    static class Cell {
        private volatile int count;
        volatile long sum;
        protected volatile String owner;
    }

    static final AtomicIntegerFieldUpdater<Cell> COUNT = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "count");
    static final AtomicLongFieldUpdater<Cell> SUM = AtomicLongFieldUpdater.newUpdater(Cell.class, "sum");
    static final AtomicReferenceFieldUpdater<Cell, String> OWNER =
        AtomicReferenceFieldUpdater.newUpdater(Cell.class, String.class, "owner");

    static void inTwoThreads(Runnable here, Runnable there) throws InterruptedException {
        Thread other = new Thread(there);
        other.start();
        here.run();
        other.join();
    }

    static void getThenSet() throws InterruptedException {
        Cell cell = new Cell();
        inTwoThreads(() -> COUNT.set(cell, COUNT.get(cell) + 1), () -> COUNT.incrementAndGet(cell));
        assert cell.count == 2; // @lost
    }

    static void bothUpdate() throws InterruptedException {
        Cell cell = new Cell();
        inTwoThreads(() -> COUNT.addAndGet(cell, 5), () -> COUNT.incrementAndGet(cell));
        assert cell.count == 6;
    }

    static void besidePlainAccess() throws InterruptedException {
        Cell cell = new Cell();
        inTwoThreads(() -> cell.count++, () -> COUNT.incrementAndGet(cell));
        assert cell.count == 2; // @beside
    }

    static void longs() throws InterruptedException {
        Cell cell = new Cell();
        inTwoThreads(() -> SUM.getAndAdd(cell, 1L << 40), () -> SUM.decrementAndGet(cell));
        assert cell.sum == (1L << 40) - 1;
    }

    static void longsLost() throws InterruptedException {
        Cell cell = new Cell();
        inTwoThreads(() -> SUM.getAndAdd(cell, 1L << 40), () -> SUM.set(cell, cell.sum - 1));
        assert cell.sum == (1L << 40) - 1; // @longLost
    }

    static void onlyOneWins() throws InterruptedException {
        Cell cell = new Cell();
        AtomicInteger winners = new AtomicInteger();
        Runnable take = () -> {
            if (OWNER.compareAndSet(cell, null, "me")) winners.incrementAndGet();
        };
        inTwoThreads(take, take);
        assert winners.get() == 1;
    }

    static void bothWin() throws InterruptedException {
        Cell cell = new Cell();
        AtomicInteger winners = new AtomicInteger();
        Runnable take = () -> {
            if (OWNER.get(cell) == null) {
                OWNER.set(cell, "me");
                winners.incrementAndGet();
            }
        };
        inTwoThreads(take, take);
        assert winners.get() == 1; // @both
    }
}
