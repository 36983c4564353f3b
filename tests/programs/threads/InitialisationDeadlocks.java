// Classes that need each other: which of them two threads begin to initialise decides whether either ends.
// run: each-other
// args: --method InitialisationDeadlocks.eachOther
// verdict: violated
// violation: Deadlock at InitialisationDeadlocks$Right.<clinit>:@right
// run: in-one-thread
// args: --method InitialisationDeadlocks.inOneThread
// verdict: proved
// run: superclass
// args: --method InitialisationDeadlocks.superclass
// verdict: violated
// violation: Deadlock at InitialisationDeadlocks$Shape.<clinit>:@shape
// run: plain-superclass
// args: --method InitialisationDeadlocks.plainSuperclass
// verdict: violated
// violation: Deadlock at InitialisationDeadlocks$Base.<clinit>:@base
// run: joined-in-initialiser
// args: --method InitialisationDeadlocks.joinedInInitialiser
// verdict: violated
// violation: Deadlock at InitialisationDeadlocks$Eager.<clinit>:@eager
// run: once
// args: --method InitialisationDeadlocks.hierarchyOnce
// verdict: proved

class InitialisationDeadlocks {
    static class Left {
        static int value = Right.value + 1;
    }

    static class Right {
        static int value = Left.value + 1; // @right
    }

    static void eachOther() throws InterruptedException {
        Thread other = new Thread(() -> {
            int seen = Left.value;
        });
        other.start();
        int seen = Right.value;
        other.join();
    }

    static void inOneThread() throws InterruptedException {
        int seen = Left.value;
        Thread other = new Thread(() -> {
            assert Right.value == 1;
        });
        other.start();
        other.join();
        assert seen == 2;
    }

    static class Shape {
        static final Shape DEFAULT = new Circle(); // @shape
    }

    static class Circle extends Shape {
        static int made;
    }

    static void superclass() throws InterruptedException {
        Thread other = new Thread(() -> Circle.made = 1);
        other.start();
        Shape seen = Shape.DEFAULT;
        other.join();
    }

    static class Base {
        static final Base FIRST = new Derived(); // @base
    }

    // It has no initialiser of its own, and is initialised all the same.
    static class Derived extends Base {
    }

    static void plainSuperclass() throws InterruptedException {
        Thread other = new Thread(Derived::new);
        other.start();
        Base seen = Base.FIRST;
        other.join();
    }

    static class Eager {
        static int value;

        static {
            Thread helper = new Thread(() -> value = 1);
            helper.start();
            try {
                helper.join(); // @eager
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static void joinedInInitialiser() {
        Eager.value++;
    }

    static int initialised;

    interface Named {
        int NUMBER = count();

        default int number() {
            return NUMBER;
        }
    }

    static int count() {
        return ++initialised;
    }

    static class Top implements Named {
        static int top = count();
    }

    static class Middle extends Top {
    }

    static class Bottom extends Middle {
        static int bottom = count();
    }

    static void hierarchyOnce() throws InterruptedException {
        Thread other = new Thread(Middle::new);
        other.start();
        assert Bottom.bottom == 3;
        other.join();
        assert initialised == 3;
    }
}
