// The implementation decides; the null receiver is its own case.
// run: null
// args: --method InterfaceParameter.unguarded
// verdict: violated
// violation: NullPointerException at unguarded:@call
// run: guarded
// args: --method InterfaceParameter.guarded
// verdict: proved
// run: inside
// args: --method InterfaceParameter.inside
// verdict: violated
// violation: ArithmeticException at Divider.apply:@divide
interface Operation {
    int apply(int x);
}

class Increment implements Operation {
    public int apply(int x) {
        return x + 1;
    }
}

class Divider implements Operation {
    int by;

    public int apply(int x) {
        return x / by; // @divide
    }
}

interface Constant {
    int get();
}

class One implements Constant {
    public int get() {
        return 1;
    }
}

class Two implements Constant {
    public int get() {
        return 2;
    }
}

class InterfaceParameter {
    static int unguarded(Constant constant) {
        return constant.get(); // @call
    }

    static void guarded(Constant constant) {
        if (constant != null) {
            int value = constant.get();
            assert value == 1 || value == 2;
            assert (constant instanceof One) == (value == 1);
        }
    }

    static void inside(Operation operation) {
        if (operation != null) {
            operation.apply(5);
        }
    }
}
