// A precondition is asked about an input; it cannot ask for more of it.
// args: --method SymPrecondition.half --requires SymPrecondition.even
// verdict: inconclusive
// reason: a precondition or repOk() that asks for a symbolic value
import lazuli.Sym;

class SymPrecondition {
    static boolean even(int x) {
        return x == 2 * Sym.anyInt("half");
    }

    static void half(int x) {
        assert x % 2 == 0;
    }
}
