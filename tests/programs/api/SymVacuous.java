// Where the assumptions contradict each other nothing is proved.
// args: --main SymVacuous
// verdict: inconclusive
// reason: satisfies the precondition
import lazuli.Sym;

class SymVacuous {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        Sym.assume(x > 5);
        Sym.assume(x < 5);
        assert false;
    }
}
