// A lock taken and given back in a loop that says how it stands by comparing two numbers, and never by a flag of its own.
// args: --method LockLoop.serve
// verdict: proved
class LockLoop {
    static boolean isHeld;

    static void acquire() {
        assert !isHeld;
        isHeld = true;
    }

    static void release() {
        assert isHeld;
        isHeld = false;
    }

    static void serve(int[] requests, int served) {
        if (requests == null) {
            return;
        }
        int next = 0;
        int before;
        do {
            acquire();
            before = served;
            if (next < requests.length) {
                int request = requests[next];
                next++;
                if (request > 0) {
                    release();
                    served++;
                }
            }
        } while (before != served);
        release();
    }
}
