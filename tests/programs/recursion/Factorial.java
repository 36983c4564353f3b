// Recursion bounded by a precondition.
// run: small
// args: --method Factorial.check --requires Factorial.small
// verdict: proved
// run: overflow
// args: --method Factorial.check --requires Factorial.larger
// verdict: violated
// violation: AssertionError at check:@positive
class Factorial {
    static boolean small(int n) {
        return 0 <= n && n <= 5;
    }

    static boolean larger(int n) {
        return 10 <= n && n <= 17;
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static void check(int n) {
        assert factorial(n) > 0; // @positive
    }
}
