// A loop left by an exception runs its finally block with what the loop had reached.
// args: --method FinallyInLoop.check --depth 3
// verdict: violated
// violation: AssertionError at check:@two
class FinallyInLoop {
    FinallyInLoop next;
    boolean stop;

    static void check(FinallyInLoop list) {
        int passed = 0;
        try {
            while (list != null) {
                if (list.stop) {
                    throw new IllegalArgumentException();
                }
                passed++;
                list = list.next;
            }
        } catch (IllegalArgumentException stopped) {
            passed = -passed;
        } finally {
            assert passed != -2; // @two
        }
    }
}
