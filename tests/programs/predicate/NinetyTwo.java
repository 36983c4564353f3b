// A function like McCarthy's that steps one short: some numbers come out as ninety-two.
// args: --method NinetyTwo.check --property assert
// verdict: violated
// violation: AssertionError at check:@result
class NinetyTwo {
    static int f(int n) {
        return n > 100 ? n - 10 : f(f(n + 12));
    }

    static void check(int n) {
        int result = f(n);
        assert n > 100 || result == 91; // @result
    }
}
