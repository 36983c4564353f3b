// Elements that are constants of an enum.
// run: missing
// args: --method EnumElements.missing --collection-size 2
// verdict: violated
// violation: AssertionError at missing:@missing
// run: bits
// args: --method EnumElements.bits --collection-size 2
// verdict: bounded
import java.util.List;
import java.util.Set;

class EnumElements {
    enum Colour {
        RED, GREEN, BLUE
    }

    static void missing(List<Colour> colours) {
        if (colours == null || colours.size() != 2 || colours.contains(null)) {
            return;
        }
        assert colours.get(0) != Colour.BLUE || colours.get(1).ordinal() != 1; // @missing
    }

    static void bits(Set<Colour> colours) {
        if (colours == null || colours.contains(null)) {
            return;
        }
        int bits = 0;
        for (Colour colour : colours) {
            bits |= 1 << colour.ordinal();
        }
        assert Integer.bitCount(bits) == colours.size();
    }
}
