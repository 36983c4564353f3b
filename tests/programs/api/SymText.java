// Symbolic text is not there yet, and says so; what does not look at it is decided.
// args: --main SymText
// verdict: inconclusive
// reason: symbolic text from
import lazuli.Sym;

class SymText {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        assert x == x;
        if (x == 3) {
            String text = Sym.anyString("text");
            assert text.length() < 5;
        }
    }
}
