// Parameters and values that are asked for are different unknowns, even under one name.
// run: different
// args: --method SymInMethod.different
// verdict: violated
// violation: AssertionError at different:@different
// run: same
// args: --method SymInMethod.same
// verdict: proved
import lazuli.Sym;

class SymInMethod {
    static void different(int x) {
        int other = Sym.anyInt("x");
        assert x == other; // @different
    }

    static void same(int x) {
        int other = Sym.anyInt("x");
        Sym.assume(other == x);
        assert other + 1 == x + 1;
    }
}
