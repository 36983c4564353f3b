/** Philosophers at a round table: each needs the forks on both sides, and eats once. */
public class Philosophers {
    private static final class Fork {
        private int uses;
    }

    private static final class Philosopher extends Thread {
        private final Fork first;
        private final Fork second;

        Philosopher(Fork first, Fork second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    first.uses++;
                    second.uses++;
                }
            }
        }
    }

    /** Everybody takes the fork on the left first: if all of them do so at once, nobody ever eats. */
    private static Fork[] dine(int seats, boolean lastIsLeftHanded) throws InterruptedException {
        Fork[] forks = new Fork[seats];
        for (int seat = 0; seat < seats; seat++) {
            forks[seat] = new Fork();
        }
        Philosopher[] philosophers = new Philosopher[seats];
        for (int seat = 0; seat < seats; seat++) {
            Fork left = forks[seat];
            Fork right = forks[(seat + 1) % seats];
            boolean swap = lastIsLeftHanded && seat == seats - 1;
            philosophers[seat] = swap ? new Philosopher(right, left) : new Philosopher(left, right);
        }
        for (Philosopher philosopher : philosophers) {
            philosopher.start();
        }
        for (Philosopher philosopher : philosophers) {
            philosopher.join();
        }
        return forks;
    }

    static void three() throws InterruptedException {
        dine(3, false);
    }

    static void four() throws InterruptedException {
        dine(4, false);
    }

    static void five() throws InterruptedException {
        dine(5, false);
    }

    /** One of them takes the fork on the right first: then there is always one who can eat. */
    static void threeInOrder() throws InterruptedException {
        for (Fork fork : dine(3, true)) {
            assert fork.uses == 2;
        }
    }

    static void fourInOrder() throws InterruptedException {
        for (Fork fork : dine(4, true)) {
            assert fork.uses == 2;
        }
    }
}
