// Fields, initialiser blocks, the constructor; a superclass constructor sees the defaults of its subclass.
// run: order
// args: --method InstanceInitialization.order
// verdict: proved
// run: overwritten
// args: --method InstanceInitialization.overwritten
// verdict: violated
// violation: AssertionError at overwritten:@late
class InstanceInitialization {
    static int trace;

    static class Base {
        int seen = log(1);

        Base() {
            log(2);
            hook();
        }

        void hook() {
        }
    }

    static class Derived extends Base {
        int late = log(4);
        int untouched;

        {
            log(5);
        }

        Derived() {
            super();
            log(6);
        }

        @Override
        void hook() {
            log(3);
            late = 77;
            untouched = 88;
        }
    }

    static int log(int digit) {
        trace = trace * 10 + digit;
        return digit;
    }

    static void order() {
        Derived derived = new Derived();
        assert trace == 123456;
        assert derived.late == 4 && derived.untouched == 88 && derived.seen == 1;
    }

    static void overwritten() {
        assert new Derived().late == 77; // @late
    }
}
