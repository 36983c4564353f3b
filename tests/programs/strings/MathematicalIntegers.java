// Unknown text is made of bits, which mathematical integers are not: a reason that says so. Known text is as ever.
// run: unknown
// args: --method MathematicalIntegers.unknown --ints math
// verdict: inconclusive
// reason: symbolic text with --ints math
// run: asked
// args: --method MathematicalIntegers.asked --ints math
// verdict: inconclusive
// reason: symbolic text with --ints math
// run: known
// args: --method MathematicalIntegers.known --ints math
// verdict: proved
import lazuli.Sym;

class MathematicalIntegers {
    static int unknown(String text) {
        return text == null ? 0 : text.length();
    }

    static int asked() {
        return Sym.anyString("text").length();
    }

    static void known(int x) {
        String text = x > 0 ? "more" : "less";
        assert text.length() == 4;
    }
}
