// A value that only a handler reads is live: states that differ in it alone are different.
// args: --method HandlerReads.check --depth 3
// verdict: violated
// violation: AssertionError at check:@caught
class HandlerReads {
    HandlerReads next;
    int value;

    static void check(HandlerReads list, boolean mark) {
        int seen = 0;
        if (mark) {
            seen = 1;
        }
        try {
            for (int k = 0; k < 2; k++) {
                list = list.next;
            }
        } catch (NullPointerException missing) {
            assert seen == 0; // @caught
        }
    }
}
