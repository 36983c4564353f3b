// An overflow of the stack that somebody notices matters to assertions, too.
// run: caught
// args: --method OverflowIsSeen.caught --property assert
// verdict: inconclusive
// open: where the stack overflows depends on the JVM
// run: finally
// args: --method OverflowIsSeen.left --property assert
// verdict: inconclusive
// open: where the stack overflows depends on the JVM
class OverflowIsSeen {
    static int depth(int n) {
        return n <= 0 ? 0 : depth(n - 1) + 1;
    }

    static void caught(int n) {
        try {
            depth(n);
        } catch (StackOverflowError e) {
            assert false;
        }
    }

    static void left(int n) {
        boolean isDone = false;
        try {
            depth(n);
            isDone = true;
        } finally {
            assert isDone;
        }
    }
}
