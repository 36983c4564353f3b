// A class is initialised at its first use, and constants are no use.
// args: --method LazyInitialization.check
// verdict: proved
class LazyInitialization {
    static int trace;

    static class Quiet {
        static final int CONSTANT = 3;
        static int variable = log(1);
    }

    static class Parent {
        static int base = log(2);
    }

    static class Child extends Parent {
        static int own = log(3);
    }

    interface Face {
        int VALUE = log(4);
    }

    static class Faced implements Face {
        static int own = log(5);
    }

    static int log(int digit) {
        trace = trace * 10 + digit;
        return digit;
    }

    static void check() {
        assert Quiet.CONSTANT == 3 && trace == 0;
        Quiet[] none = new Quiet[2];
        assert none[0] == null && trace == 0;
        assert Child.base == 2 && trace == 2;
        new Child();
        assert trace == 23;
        new Faced();
        assert trace == 235;
        assert Face.VALUE == 4 && trace == 2354;
        assert Quiet.variable == 1 && trace == 23541;
    }
}
