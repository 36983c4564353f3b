// One way through the loop leaves the lock where it is; the next round takes it again.
// args: --method LockSkipped.serve
// verdict: violated
// violation: AssertionError at acquire:@taken
class LockSkipped {
    static boolean isHeld;

    static void acquire() {
        assert !isHeld; // @taken
        isHeld = true;
    }

    static void release() {
        assert isHeld;
        isHeld = false;
    }

    static void serve(int[] requests) {
        if (requests == null) {
            return;
        }
        int sum = 0;
        for (int i = 0; i < requests.length; i++) {
            acquire();
            if (requests[i] < 0) {
                continue;
            }
            sum += requests[i];
            release();
        }
    }
}
