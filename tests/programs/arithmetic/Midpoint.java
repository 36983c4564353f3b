// The classic overflow of a binary search, under a precondition.
// run: sum
// args: --method Midpoint.sum --requires Midpoint.ordered
// verdict: violated
// violation: AssertionError at sum:@sum
// run: difference
// args: --method Midpoint.difference --requires Midpoint.ordered
// verdict: proved
class Midpoint {
    static boolean ordered(int low, int high) {
        return 0 <= low && low <= high;
    }

    static void sum(int low, int high) {
        int middle = (low + high) / 2;
        assert middle >= low; // @sum
    }

    static void difference(int low, int high) {
        int middle = low + (high - low) / 2;
        assert low <= middle && middle <= high;
    }
}
