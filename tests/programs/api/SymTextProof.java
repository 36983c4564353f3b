// What is assumed of a string that is asked for holds of it.
// args: --main SymTextProof
// verdict: proved
import lazuli.Sym;

class SymTextProof {
    public static void main(String[] args) {
        String text = Sym.anyString("text");
        Sym.assume(text.length() <= 4);
        String upper = text.trim();
        assert upper.length() <= text.length();
        assert text.contains(upper);
        Sym.assume(text.startsWith("-") && text.length() == 3);
        assert text.indexOf('-') == 0;
        assert !text.equals("-1");
    }
}
