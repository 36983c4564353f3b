// Orders of integers are kept through loops of any number of iterations: two counters that go together, one that stops at its bound,
// and one that a branch lets run ahead.
// run: together
// args: --method Counters.together --heap lazy --match over
// verdict: proved
// run: bound
// args: --method Counters.bound --heap lazy --match over
// verdict: proved
// run: apart
// args: --method Counters.apart --heap lazy --match over
// verdict: violated
// violation: AssertionError at apart:@apart
// run: together-shared
// args: --method Counters.together --heap lazy --match over --jobs 2
// verdict: proved
// run: bound-shared
// args: --method Counters.bound --heap lazy --match over --jobs 2
// verdict: proved
// run: apart-shared
// args: --method Counters.apart --heap lazy --match over --jobs 2
// verdict: violated
// violation: AssertionError at apart:@apart
class Counters {
    static void together(int n) {
        int i = 0;
        int j = 0;
        while (i < n) {
            i++;
            j++;
        }
        assert i == j;
    }

    static void bound(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        assert n < 0 || i == n;
    }

    static void apart(int n) {
        int i = 0;
        int j = 0;
        while (i < n) {
            i++;
            if (i != 3) {
                j++;
            }
        }
        assert i == j; // @apart
    }
}
