// While another thread is alive, what a method reads twice may change in between.
// args: --method Threads.run --compose
// verdict: violated
// violation: AssertionError at run:@changed
class Threads {
    static int value;

    static int twice(int number) {
        int first = value;
        if (number > 0) return value - first;
        return 0;
    }

    static void run(int number) {
        assert twice(number) == 0;
        Thread other = new Thread(() -> value = 5);
        other.start();
        int difference = twice(1);
        assert difference == 0; // @changed
    }
}
