// A finalizer may run at any moment after its object is unreachable, in a thread of the JVM's. One that does nothing does not matter.
// run: counted
// args: --method Finalizers.counted
// verdict: inconclusive
// reason: whose finalizer the JVM may run at any moment
// run: inherited
// args: --method Finalizers.inherited
// verdict: inconclusive
// reason: whose finalizer the JVM may run at any moment
// run: reflected
// args: --method Finalizers.reflected
// verdict: inconclusive
// reason: whose finalizer the JVM may run at any moment
// run: empty
// args: --method Finalizers.empty
// verdict: proved
class Finalizers {
    static int count;

    static class Counted {
        @Override
        protected void finalize() {
            count++;
        }
    }

    static class Below extends Counted {
    }

    static class Empty {
        @Override
        protected void finalize() {
        }
    }

    static void counted() throws InterruptedException {
        new Counted();
        System.gc();
        Thread.sleep(100);
        assert count == 0;
    }

    static void inherited() {
        new Below();
        assert count == 0;
    }

    static void reflected() throws ReflectiveOperationException {
        Counted.class.getDeclaredConstructor().newInstance();
        assert count == 0;
    }

    static void empty() {
        new Empty();
        assert count == 0;
    }
}
