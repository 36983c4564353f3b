// A class that is initialised in the loop is so only once: before and after are different states.
// args: --method InitializedInLoop.check
// verdict: violated
// violation: AssertionError at check:@late
class InitializedInLoop {
    static int clock;

    static class Late {
        static int made = clock;
    }

    static void check(boolean early, boolean late) {
        clock = 0;
        for (int k = 0; k < 3; k++) {
            clock++;
            if (early || (late && k > 0)) {
                early = false;
                int touched = Late.made;
            }
        }
        assert Late.made != 2; // @late
    }
}
