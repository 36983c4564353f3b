// Fields are set after the superclass is made, and an overridden method sees them before.
// run: later
// args: --method ConstructorOrder.later
// verdict: proved
// run: early
// args: --method ConstructorOrder.early
// verdict: violated
// violation: AssertionError at early:@early
class ConstructorOrder {
    static class Base {
        int seen;

        Base() {
            seen = get();
        }

        int get() {
            return -1;
        }
    }

    static class Derived extends Base {
        int value = 7;

        Derived(int value) {
            this.value = value;
        }

        @Override
        int get() {
            return value;
        }
    }

    static void later(int a) {
        assert new Derived(a).value == a;
    }

    static void early(int a) {
        assert new Derived(a).seen == a; // @early
    }
}
