// ThreadLocal values are each thread's own; ordinary static ones are not.
// run: own
// args: --method Locals.own
// verdict: proved
// run: shared
// args: --method Locals.shared
// verdict: violated
// violation: AssertionError at shared:@overwritten

class Locals {
    static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(() -> 1);
    static Integer common = 1;

    static void own() throws InterruptedException {
        OWN.set(2);
        int[] seen = new int[1];
        Thread other = new Thread(() -> {
            seen[0] = OWN.get();
            OWN.set(3);
        });
        other.start();
        assert OWN.get() == 2;
        other.join();
        assert OWN.get() == 2;
        assert seen[0] == 1;
    }

    static void shared() throws InterruptedException {
        common = 2;
        Thread other = new Thread(() -> common = 3);
        other.start();
        int seen = common;
        other.join();
        assert seen == 2; // @overwritten
    }
}
