// A class whose initialiser fails is unusable from then on.
// args: --method FailingInitializer.check
// verdict: proved
class FailingInitializer {
    static int zero;

    static class Bad {
        static int value = 1 / zero;
    }

    static int use() {
        return Bad.value;
    }

    static void check() {
        int seen = 0;
        try {
            use();
        } catch (ExceptionInInitializerError e) {
            seen += 1;
            assert e.getCause() instanceof ArithmeticException;
        }
        try {
            use();
        } catch (NoClassDefFoundError e) {
            seen += 2;
        }
        assert seen == 3;
    }
}
