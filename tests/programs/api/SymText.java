// A string that is asked for has any length and any characters, is never null, and is an object of its own.
// run: bug
// args: --main SymText
// verdict: violated
// violation: AssertionError at main:@long
// run: other
// args: --method SymText.quotes
// verdict: violated
// violation: AssertionError at quotes:@quote
// violation: StringIndexOutOfBoundsException at quotes:@short
import lazuli.Sym;

class SymText {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        assert x == x;
        if (x == 3) {
            String text = Sym.anyString("text");
            assert text != null && text != "abc" && text != Sym.anyString("other");
            assert text.length() < 5; // @long
        }
    }

    static void quotes(int position) {
        String text = Sym.anyString("text");
        Sym.assume(position >= 0);
        char unit = text.charAt(position); // @short
        if (text.substring(position).equals("\"\\\n\u00e9\ud83d")) {
            assert unit != '"'; // @quote
        }
    }
}
