// A failing initialiser spoils the subclasses on whose behalf it ran, those without an initialiser of their own too.
// run: trace
// args: --method FailingSuperclass.first --report uncaught
// verdict: violated
// violation: ExceptionInInitializerError at first:@use
// run: again
// args: --method FailingSuperclass.again
// verdict: proved
// paths: 2
// run: inside
// args: --method FailingSuperclass.inside
// verdict: proved
// paths: 1
public class FailingSuperclass {
    static class Base {
        static int limit = 1;

        static {
            if (limit == 1) {
                throw new IllegalStateException();
            }
        }
    }

    static class WithInitializer extends Base {
        static int count = limit + 1;
    }

    static class Without extends Base {
        int value;
    }

    static class Early {
        static {
            new Inner();
            if (Inner.made == 1) {
                throw new IllegalStateException();
            }
        }
    }

    static class Inner extends Early {
        static int made;

        Inner() {
            made++;
        }
    }

    static int first() {
        return WithInitializer.count; // @use
    }

    static void again(boolean plain) {
        boolean failed = false;
        try {
            use(plain);
        } catch (ExceptionInInitializerError expected) {
            failed = true;
        }
        assert failed;
        failed = false;
        try {
            use(plain);
        } catch (NoClassDefFoundError expected) {
            failed = true;
        }
        assert failed;
    }

    private static int use(boolean plain) {
        return plain ? new Without().value : WithInitializer.count;
    }

    // The subclass was ready before its superclass failed, and stays so.
    static void inside() {
        try {
            new Early();
            assert false;
        } catch (ExceptionInInitializerError expected) {
            assert Inner.made == 1;
            new Inner();
            assert Inner.made == 2;
        }
    }
}
