// AtomicInteger: a loop of compareAndSet loses nothing, get and set do. No lock is needed for incrementAndGet.
// run: loop
// args: --method Atomics.compareAndSetLoop
// verdict: proved
// run: get-and-set
// args: --method Atomics.getThenSet
// verdict: violated
// violation: AssertionError at getThenSet:@lost
// run: once
// args: --method Atomics.onlyOneWins
// verdict: proved

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

class Atomics {
    static void add(AtomicInteger sum, int amount) {
        int old;
        do {
            old = sum.get();
        } while (!sum.compareAndSet(old, old + amount));
    }

    static void compareAndSetLoop(int start) throws InterruptedException {
        AtomicInteger sum = new AtomicInteger(start);
        Thread other = new Thread(() -> add(sum, 5));
        other.start();
        add(sum, 7);
        other.join();
        assert sum.get() == start + 12;
    }

    static void getThenSet() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        Thread other = new Thread(() -> sum.set(sum.get() + 5));
        other.start();
        sum.set(sum.get() + 7);
        other.join();
        assert sum.get() == 12; // @lost
    }

    static void onlyOneWins() throws InterruptedException {
        AtomicBoolean taken = new AtomicBoolean();
        AtomicInteger winners = new AtomicInteger();
        Runnable attempt = () -> {
            if (taken.compareAndSet(false, true)) winners.incrementAndGet();
        };
        Thread one = new Thread(attempt);
        Thread two = new Thread(attempt);
        one.start();
        two.start();
        one.join();
        two.join();
        assert winners.get() == 1;
    }
}
