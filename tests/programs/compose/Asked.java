// Every call asks for a value of its own.
// args: --main Asked --compose
// verdict: violated
// violation: AssertionError at main:@same
import lazuli.Sym;

class Asked {
    static int ask(int least) {
        int value = Sym.anyInt("value");
        if (value < least) return least;
        return value;
    }

    public static void main(String[] arguments) {
        int one = ask(3);
        int other = ask(3);
        assert one >= 3 && other >= 3;
        assert one == other; // @same
    }
}
