// Boxes and strings are objects, and their monitors are those of the objects: two boxes of a small number are one object, equal literals
// are, and what a caller passes may be one of them.
// run: cached-are-one
// args: --method ValueMonitors.cachedAreTwo
// verdict: violated
// violation: AssertionError at cachedAreTwo:@cachedAreTwo
// run: cached
// args: --method ValueMonitors.cachedAreOne
// verdict: proved
// run: notified
// args: --method ValueMonitors.notified
// verdict: proved
// run: passed-box
// args: --method ValueMonitors.passedBox
// verdict: violated
// violation: AssertionError at passedBox:@passedBox
// run: two-threads
// args: --method ValueMonitors.twoThreads
// verdict: proved
// run: deadlock
// args: --method ValueMonitors.deadlock --first
// verdict: violated
// violation: Deadlock at deadlock:@deadlock
// run: literal
// args: --method ValueMonitors.literal
// verdict: violated
// violation: AssertionError at literal:@literal
// run: two-strings
// args: --method ValueMonitors.twoStrings
// verdict: violated
// violation: AssertionError at twoStrings:@twoStrings
// run: interned
// args: --method ValueMonitors.interned
// verdict: violated
// violation: AssertionError at interned:@interned
class ValueMonitors {
    static void cachedAreTwo(int number) {
        Integer one = number & 127;
        Integer other = number & 127;
        synchronized (one) {
            assert !Thread.holdsLock(other); // @cachedAreTwo
        }
    }

    static void cachedAreOne(int number) {
        Integer one = number & 127;
        Integer other = number & 127;
        synchronized (one) {
            assert Thread.holdsLock(other);
        }
    }

    static void notified(int number) {
        Integer one = number & 127;
        Integer other = number & 127;
        synchronized (one) {
            other.notify();
        }
    }

    static void passedBox(Object passed) {
        if (passed == null) {
            return;
        }
        Integer three = 3;
        synchronized (passed) {
            assert !Thread.holdsLock(three); // @passedBox
        }
    }

    static void twoThreads(int number) throws InterruptedException {
        Integer one = number & 127;
        Integer other = number & 127;
        int[] count = {0};
        Thread first = new Thread(() -> {
            synchronized (one) {
                count[0]++;
            }
        });
        Thread second = new Thread(() -> {
            synchronized (other) {
                count[0]++;
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert count[0] == 2;
    }

    static void deadlock(int number) throws InterruptedException {
        Integer one = number & 127;
        Integer other = number & 127;
        Thread thread = new Thread(() -> {
            synchronized (one) {
            }
        });
        synchronized (other) {
            thread.start();
            thread.join(); // @deadlock
        }
    }

    static void literal(String passed) {
        if (passed == null) {
            return;
        }
        synchronized (passed) {
            assert !Thread.holdsLock("lock"); // @literal
        }
    }

    static void twoStrings(String one, String other) {
        if (one == null || other == null) {
            return;
        }
        synchronized (one) {
            assert !Thread.holdsLock(other); // @twoStrings
        }
    }

    static void interned(int number) {
        String made = "" + (char) (number & 127);
        synchronized (made.intern()) {
            assert !Thread.holdsLock("a"); // @interned
        }
    }
}
