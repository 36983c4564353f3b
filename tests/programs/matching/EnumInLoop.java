// A field of an enum type is null or one of the constants, also where it is compared with something known.
// run: null
// args: --method EnumInLoop.describe --match exact
// verdict: violated
// violation: NullPointerException at describe:@null
// run: constants
// args: --method EnumInLoop.count --match exact --heap lazy
// verdict: proved
class EnumInLoop {
    enum Colour { RED, GREEN }

    Colour colour;
    EnumInLoop next;

    static int describe(EnumInLoop list) {
        int last = 0;
        while (list != null) {
            last = list.colour.ordinal(); // @null
            list = list.next;
        }
        return last;
    }

    static void count(EnumInLoop list) {
        Colour last = Colour.RED;
        while (list != null) {
            if (list.colour != null) {
                last = list.colour;
            }
            list = list.next;
        }
        assert last == Colour.RED || last == Colour.GREEN;
    }
}
