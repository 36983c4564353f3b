// A zero hides in a static table.
// run: divide
// args: --method LookupTable.divide
// verdict: violated
// violation: ArithmeticException at divide:@divide
// run: sum
// args: --method LookupTable.bounded
// verdict: proved
class LookupTable {
    static final int[] WEIGHTS = {4, 2, 0, 1};

    static int divide(int i) {
        return 100 / WEIGHTS[i & 3]; // @divide
    }

    static void bounded(int i) {
        int w = WEIGHTS[i & 3];
        assert 0 <= w && w <= 4;
    }
}
