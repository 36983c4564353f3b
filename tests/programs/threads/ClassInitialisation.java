// Two classes whose initialisers need each other deadlock if two threads begin with one each. A class is initialised once.
// run: deadlock
// args: --method ClassInitialisation.mutual
// verdict: violated
// violation: Deadlock at mutual:@joined
// run: once
// args: --method ClassInitialisation.once
// verdict: proved

class ClassInitialisation {
    static class Left {
        static int value = 1 + Right.seed();

        static int seed() {
            return 10;
        }
    }

    static class Right {
        static int value = 2 + Left.seed();

        static int seed() {
            return 20;
        }
    }

    static int initialised;

    static class Lazy {
        static final Object INSTANCE = make();

        static Object make() {
            initialised++;
            return new Object();
        }
    }

    static void mutual() throws InterruptedException {
        Thread one = new Thread(() -> Left.seed());
        Thread two = new Thread(() -> Right.seed());
        one.start();
        two.start();
        one.join(); // @joined
        two.join();
    }

    static void once() throws InterruptedException {
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> seen[0] = Lazy.INSTANCE);
        other.start();
        seen[1] = Lazy.INSTANCE;
        other.join();
        assert initialised == 1;
        assert seen[0] == seen[1] && seen[0] != null;
    }
}
