// Initialisers of the library's classes use atomic counters themselves; a JVM ran them before the program began, and the schedule
// can be followed all the same.
// run: second
// args: --method AtomicTurns.second --first
// verdict: violated
// violation: AssertionError at second:@second
// run: distinct
// args: --method AtomicTurns.distinct
// verdict: proved
import java.util.concurrent.atomic.AtomicInteger;

class AtomicTurns {
    static class Taker extends Thread {
        final AtomicInteger turns;
        int turn;

        Taker(AtomicInteger turns) {
            this.turns = turns;
        }

        public void run() {
            turn = turns.incrementAndGet();
        }
    }

    static void second() throws InterruptedException {
        AtomicInteger turns = new AtomicInteger();
        Taker taker = new Taker(turns);
        taker.start();
        int turn = turns.incrementAndGet();
        taker.join();
        assert turn == 1; // @second
    }

    static void distinct() throws InterruptedException {
        AtomicInteger turns = new AtomicInteger();
        Taker taker = new Taker(turns);
        taker.start();
        int turn = turns.incrementAndGet();
        taker.join();
        assert turn != taker.turn;
    }
}
