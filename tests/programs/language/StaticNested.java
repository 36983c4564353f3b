// Statics of nested classes, constants and initialisers.
// run: constant
// args: --method StaticNested.constant
// verdict: proved
// run: touched
// args: --method StaticNested.touched
// verdict: violated
// violation: AssertionError at touched:@touched
class StaticNested {
    static boolean touched;

    static class Holder {
        static final int CONSTANT = 5;

        static {
            StaticNested.touched = true;
        }

        static int computed(int x) {
            return x + 1;
        }
    }

    static void constant(int x) {
        assert Holder.CONSTANT == 5 && !touched;
        assert Holder.computed(x) == x + 1 && touched;
    }

    static void touched(boolean first) {
        if (first) {
            Holder.computed(0);
        }
        assert !touched; // @touched
    }
}
