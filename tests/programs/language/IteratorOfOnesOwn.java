// An Iterable of one's own in a for loop, and an iterator that runs out.
// run: counted
// args: --method IteratorOfOnesOwn.counted
// verdict: proved
// run: beyond
// args: --method IteratorOfOnesOwn.beyond
// verdict: violated
// violation: AssertionError at beyond:@beyond
import java.util.Iterator;
import java.util.NoSuchElementException;

class IteratorOfOnesOwn {
    static class Range implements Iterable<Integer> {
        final int low;
        final int high;

        Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next = low;

                @Override
                public boolean hasNext() {
                    return next < high;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return next++;
                }
            };
        }
    }

    static void counted(int low, int high) {
        if (low < 0 || high > 4 || low > high) {
            return;
        }
        int count = 0;
        for (int each : new Range(low, high)) {
            assert each >= low && each < high;
            count++;
        }
        assert count == high - low;
    }

    static void beyond(int low, int high) {
        try {
            new Range(low, high).iterator().next();
        } catch (NoSuchElementException e) {
            throw new AssertionError("empty"); // @beyond
        }
    }
}
