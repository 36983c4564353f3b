// A failed check is an AssertionError that can be caught, finally blocks included.
// run: caught
// args: --main SymCheckCaught
// verdict: proved
// run: hidden
// args: --main SymCheckCaught --property assert
// verdict: inconclusive
// reason: an AssertionError that the program catches
import lazuli.Sym;

class SymCheckCaught {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        int state = 0;
        try {
            try {
                Sym.check(x < 10);
                state = 1;
            } finally {
                state += 2;
            }
        } catch (AssertionError failed) {
            state += 4;
        }
        assert state == (x < 10 ? 3 : 6);
    }
}
