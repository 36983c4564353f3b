// A generic interface calls through a bridge, which checks its argument.
// run: typed
// args: --method Bridges.typed
// verdict: proved
// run: raw
// args: --method Bridges.raw
// verdict: violated
// violation: ClassCastException at compareTo:@class
class Weight implements Comparable<Weight> { // @class
    final int grams;

    Weight(int grams) {
        this.grams = grams;
    }

    public int compareTo(Weight other) {
        return grams < other.grams ? -1 : grams > other.grams ? 1 : 0;
    }
}

class Bridges {
    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static void typed(int x, int y) {
        Weight heavier = max(new Weight(x), new Weight(y));
        assert heavier.grams >= x && heavier.grams >= y;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static int raw(boolean b) {
        Comparable weight = new Weight(1);
        return weight.compareTo(b ? "one" : weight);
    }
}
