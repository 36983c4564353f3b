// A literal is one object wherever it stands; a new string with the same text is another.
// run: literal
// args: --method LiteralIdentity.literal
// verdict: proved
// run: fresh
// args: --method LiteralIdentity.fresh
// verdict: violated
// violation: AssertionError at fresh:@fresh
class LiteralIdentity {
    static void literal(boolean first) {
        String text = null;
        for (int k = 0; k < 2; k++) {
            text = first ? "blue" : "green";
            first = !first;
        }
        assert text == "blue" || text == "green";
    }

    static void fresh(boolean make) {
        String text = "blue";
        if (make) {
            text = new String("blue");
        }
        for (int k = 0; k < 2; k++) {
        }
        assert text == "blue"; // @fresh
    }
}
