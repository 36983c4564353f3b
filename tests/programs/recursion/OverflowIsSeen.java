// An overflow of the stack that somebody notices matters to assertions, too.
// run: caught
// args: --method OverflowIsSeen.caught --property assert --technique predicates
// verdict: bounded
// reason: the stack may overflow
// run: finally
// args: --method OverflowIsSeen.left --property assert --technique predicates
// verdict: bounded
// reason: the stack may overflow
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
