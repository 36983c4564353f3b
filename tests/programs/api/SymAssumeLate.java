// An assumption does not excuse what went wrong before it.
// args: --main SymAssumeLate
// verdict: violated
// violation: ArithmeticException at main:@early
import lazuli.Sym;

class SymAssumeLate {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        int y = 10 / x; // @early
        Sym.assume(x != 0);
        int z = 10 / x;
        Sym.check(y == z);
    }
}
