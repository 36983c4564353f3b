// A loop without end is no violation, and does not keep the rest from being explored.
// run: endless
// args: --method EndlessLoops.endless --match exact
// verdict: proved
// run: beside
// args: --method EndlessLoops.beside --match exact
// verdict: violated
// violation: AssertionError at beside:@beside
class EndlessLoops {
    static void endless(boolean stay) {
        while (stay) {
        }
    }

    static void beside(boolean stay, int n) {
        boolean flag = false;
        while (stay) {
            flag = !flag;
            if (flag && n == 3) {
                break;
            }
        }
        assert !flag; // @beside
    }
}
