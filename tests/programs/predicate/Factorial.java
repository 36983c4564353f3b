// The product of positive numbers is positive: of numbers, but not of ints, the first of which to wrap below zero is that of 17.
// run: wraps
// args: --method Factorial.check --property assert
// verdict: violated
// violation: AssertionError at check:@positive
// run: math
// args: --method Factorial.check --property assert --ints math
// verdict: proved
class Factorial {
    static int of(int n) {
        return n <= 1 ? 1 : n * of(n - 1);
    }

    static void check(int n) {
        assert of(n) >= 1; // @positive
    }
}
