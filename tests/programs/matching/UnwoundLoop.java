// Under --unwind two states match only if the stored one has used up no more iterations.
// args: --method UnwoundLoop.check --unwind 3
// verdict: violated
// violation: AssertionError at check:@third
class UnwoundLoop {
    static void check(int n, boolean skip) {
        int left = n;
        int passed = 0;
        if (skip) {
            left = n - 1;
            passed = 1;
        }
        while (left > 0) {
            left--;
            passed++;
        }
        assert passed != 3; // @third
    }
}
