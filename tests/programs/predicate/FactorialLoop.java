// The same product in a loop.
// run: wraps
// args: --method FactorialLoop.of
// verdict: violated
// violation: AssertionError at of:@positive
// run: math
// args: --method FactorialLoop.of --ints math
// verdict: proved
class FactorialLoop {
    static int of(int n) {
        int product = 1;
        for (int i = 2; i <= n; i++) {
            product *= i;
            assert product >= 1; // @positive
        }
        return product;
    }
}
