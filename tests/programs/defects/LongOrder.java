// The difference of two times is cut to an int.
// run: defect
// args: --method LongOrderDefect.newer
// verdict: violated
// violation: AssertionError at newer:@order
// run: fixed
// args: --method LongOrderFixed.newer
// verdict: proved
class LongOrderDefect implements Comparable<LongOrderDefect> {
    private final long time;

    LongOrderDefect(long time) {
        this.time = time;
    }

    @Override
    public int compareTo(LongOrderDefect other) {
        return (int) (time - other.time);
    }

    static void newer(long first, long second) {
        if (first < 0 || second < 0) {
            return;
        }
        int order = new LongOrderDefect(first).compareTo(new LongOrderDefect(second));
        assert (order < 0) == (first < second) && (order == 0) == (first == second); // @order
    }
}

class LongOrderFixed implements Comparable<LongOrderFixed> {
    private final long time;

    LongOrderFixed(long time) {
        this.time = time;
    }

    @Override
    public int compareTo(LongOrderFixed other) {
        return Long.compare(time, other.time);
    }

    static void newer(long first, long second) {
        if (first < 0 || second < 0) {
            return;
        }
        int order = new LongOrderFixed(first).compareTo(new LongOrderFixed(second));
        assert (order < 0) == (first < second) && (order == 0) == (first == second);
    }
}
