import lazuli.Sym;

/** Asks for its input where it needs it. */
public class Square {
    public static void main(String[] arguments) {
        int x = Sym.anyInt("x"); // stands for every int
        Sym.assume(x > 10); // executions for which this is false do not count
        Sym.check(x * x != 144); // an assertion that needs no -ea
    }
}
