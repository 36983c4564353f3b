// A failing compound assignment changes nothing, and its right side is not evaluated when the left fails.
// args: --method CompoundOnNull.check
// verdict: proved
class CompoundOnNull {
    static int calls;

    static int call() {
        return ++calls;
    }

    static void check(int x) {
        int[] none = null;
        int[] some = {x};
        try {
            none[0] += call();
            assert false;
        } catch (NullPointerException e) {
            assert calls == 0;
        }
        try {
            some[1] += call();
            assert false;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert calls == 0;
        }
        try {
            none[0] = call();
            assert false;
        } catch (NullPointerException e) {
            assert calls == 1;
        }
        assert some[0] == x;
    }
}
