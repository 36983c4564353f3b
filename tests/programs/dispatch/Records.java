// Accessors, and a compact constructor that refuses bad values on purpose.
// run: accessors
// args: --method Records.accessors
// verdict: proved
// run: width
// args: --method Records.width
// verdict: violated
// violation: AssertionError at width:@width
class Records {
    record Interval(int low, int high) {
        Interval {
            if (low > high) {
                throw new IllegalArgumentException("empty");
            }
        }

        int width() {
            return high - low;
        }
    }

    static void accessors(int a, int b) {
        Interval interval = new Interval(a, b);
        assert interval.low() == a && interval.high() == b;
        assert interval.low() <= interval.high();
    }

    static void width(int a, int b) {
        assert new Interval(a, b).width() >= 0; // @width
    }
}
