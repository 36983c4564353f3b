// Recursion that comes back to the same state, or runs for longer than any stack: it overflows, and that is found without keeping
// thousands of stacks.
// run: same
// args: --method Forever.same --timeout 6s
// verdict: violated
// violation: StackOverflowError at same:@same
// run: divisor
// args: --method Forever.divisor --timeout 6s
// verdict: violated
// violation: StackOverflowError at divisor:@divisor
// run: even
// args: --method Forever.even --match exact --timeout 6s
// verdict: violated
// violation: StackOverflowError at even:@even
// run: sum
// args: --method Forever.sum --match exact --timeout 6s
// verdict: violated
// violation: StackOverflowError at sum:@sum
// run: ends
// args: --method Forever.ends --match exact --timeout 6s
// verdict: proved
class Forever {
    static int same(int x) {
        return x == 7 ? same(x) : x; // @same
    }

    static int divisor(int a, int b) {
        return b == 0 ? a : divisor(a % b, b); // @divisor
    }

    static boolean even(int n) {
        return n == 0 || even(n - 2); // @even
    }

    static int sum(int n) {
        if (n == 0) {
            return 0;
        }
        return n + sum(n - 1); // @sum
    }

    static int ends(byte n) {
        return n <= 0 ? 0 : 1 + ends((byte) (n / 2));
    }
}
