// A lock that is an object; exceptions leave the loop's body, and `finally` gives the lock back.
// args: --method LockFinally.run
// verdict: proved
class LockFinally {
    static class Lock {
        boolean isHeld;
        int times;

        void take() {
            assert !isHeld;
            isHeld = true;
            times++;
        }

        void give() {
            assert isHeld;
            isHeld = false;
        }
    }

    static void run(int[] work) {
        if (work == null) {
            return;
        }
        Lock lock = new Lock();
        int failures = 0;
        for (int i = 0; i < work.length; i++) {
            lock.take();
            try {
                if (work[i] < 0) {
                    throw new IllegalArgumentException();
                }
                if (work[i] == 0) {
                    continue;
                }
                work[i]--;
            } catch (IllegalArgumentException refused) {
                failures++;
            } finally {
                lock.give();
            }
        }
        assert !lock.isHeld;
        assert failures <= work.length;
    }
}
