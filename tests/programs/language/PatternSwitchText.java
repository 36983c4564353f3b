// Switch over strings, boxes and constants of enums in one.
// java: 21
// run: kinds
// args: --method PatternSwitchText.kinds --depth 1
// verdict: proved
// run: unnamed
// args: --method PatternSwitchText.unnamed
// verdict: violated
// violation: AssertionError at unnamed:@unnamed
class PatternSwitchText {
    enum Colour {
        RED, GREEN
    }

    static void kinds(Object value) {
        int kind = switch (value) {
            case null -> 0;
            case Colour c when c == Colour.RED -> 1;
            case Colour c -> 2;
            case PatternSwitchText t -> 3;
            default -> 4;
        };
        assert (kind == 0) == (value == null);
        assert kind != 3 || value instanceof PatternSwitchText;
    }

    static void unnamed(Colour colour) {
        if (colour == null) {
            return;
        }
        int n = switch (colour) {
            case RED -> 1;
            case GREEN -> 2;
        };
        assert n != colour.ordinal() + 1 || colour == Colour.RED; // @unnamed
    }
}
