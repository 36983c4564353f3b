// The message of an assertion is computed only if it fails.
// run: lazy
// args: --method AssertionMessages.lazy
// verdict: proved
// run: failing
// args: --method AssertionMessages.failing
// verdict: violated
// violation: AssertionError at failing:@failing
class AssertionMessages {
    static void lazy(int x) {
        int[] count = {0};
        assert x * 0 == 0 : count[0]++;
        assert count[0] == 0 : "computed";
    }

    static void failing(int x) {
        assert x != 3 : x + " is " + (x > 2 ? "large" : "small"); // @failing
    }
}
