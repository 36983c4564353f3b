// The input decides in another thread what happens: a race only for one value, a deadlock only for another.
// run: race
// args: --method SymbolicData.raceForOneValue
// verdict: violated
// violation: AssertionError at raceForOneValue:@lost
// run: deadlock
// args: --method SymbolicData.deadlockForOneValue
// verdict: violated
// violation: Deadlock at deadlockForOneValue:@inner
// run: sum
// args: --method SymbolicData.sumInHalves
// verdict: proved

class SymbolicData {
    static int count;

    static void raceForOneValue(int x) throws InterruptedException {
        Object monitor = new Object();
        Runnable add = () -> {
            if (x == 1234) {
                count++;
            } else {
                synchronized (monitor) {
                    count++;
                }
            }
        };
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert count == 2; // @lost
    }

    static void deadlockForOneValue(int x) throws InterruptedException {
        Object a = new Object();
        Object b = new Object();
        Thread other = new Thread(() -> {
            Object first = x == 77 ? b : a;
            synchronized (first) {
                synchronized (first == a ? b : a) {
                    count++;
                }
            }
        });
        other.start();
        synchronized (a) {
            synchronized (b) { // @inner
                count++;
            }
        }
        other.join();
    }

    static void sumInHalves(int a, int b) throws InterruptedException {
        int[] parts = new int[2];
        Thread other = new Thread(() -> parts[0] = a > 0 ? a : -a);
        other.start();
        parts[1] = b > 0 ? b : -b;
        other.join();
        int expected = (a > 0 ? a : -a) + (b > 0 ? b : -b);
        assert parts[0] + parts[1] == expected;
    }
}
