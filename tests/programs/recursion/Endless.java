// Recursion without an end overflows the stack. Where it does depends on the JVM, so nothing is concluded from catching it.
// run: direct
// args: --method Endless.direct
// verdict: violated
// violation: StackOverflowError at direct:@direct
// run: caught
// args: --method Endless.caught
// verdict: inconclusive
// reason: catching StackOverflowError
class Endless {
    static int direct(int x) { return direct(x + 1) + 1; } // @direct

    static void caught() {
        boolean overflow = false;
        try {
            direct(0);
        } catch (StackOverflowError e) {
            overflow = true;
        }
        assert overflow;
    }
}
