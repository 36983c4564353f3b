// What a handler has given back, `finally` gives back once more.
// args: --method GivenBackTwice.run
// verdict: violated
// violation: AssertionError at run:@free
class GivenBackTwice {
    static void run(int[] tasks, int seats) {
        if (tasks == null || seats < 1) {
            return;
        }
        int free = seats;
        for (int i = 0; i < tasks.length; i++) {
            free--;
            try {
                if (tasks[i] == 0) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException exception) {
                free++;
            } finally {
                free++;
            }
            assert free <= seats; // @free
        }
    }
}
