// Three philosophers, one meal each. All forks taken left first: deadlock. The last one takes the right fork first: none.
// run: deadlock
// args: --method Philosophers.allLeftFirst
// verdict: violated
// violation: Deadlock at dine:@joined
// run: asymmetric
// args: --method Philosophers.lastRightFirst
// verdict: proved

class Philosophers extends Thread {
    final Object first;
    final Object second;
    int meals;

    Philosophers(Object first, Object second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void run() {
        synchronized (first) {
            synchronized (second) {
                meals++;
            }
        }
    }

    static void dine(boolean lastIsDifferent) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        Philosophers[] philosophers = new Philosophers[3];
        for (int i = 0; i < 3; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % 3];
            boolean swap = lastIsDifferent && i == 2;
            philosophers[i] = new Philosophers(swap ? right : left, swap ? left : right);
        }
        for (Philosophers philosopher : philosophers) philosopher.start();
        for (Philosophers philosopher : philosophers) {
            philosopher.join(); // @joined
            assert philosopher.meals == 1;
        }
    }

    static void allLeftFirst() throws InterruptedException {
        dine(false);
    }

    static void lastRightFirst() throws InterruptedException {
        dine(true);
    }
}
