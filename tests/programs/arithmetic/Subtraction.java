// Comparing by subtraction is wrong when the difference overflows.
// run: subtract
// args: --method Subtraction.subtract
// verdict: violated
// violation: AssertionError at subtract:@sub
// run: compare
// args: --method Subtraction.compare
// verdict: proved
class Subtraction {
    static void subtract(int a, int b) {
        if (a < b) {
            assert a - b < 0; // @sub
        }
    }

    static void compare(long a, long b) {
        if (a < b) {
            assert Long.compare(a, b) < 0;
        }
    }
}
