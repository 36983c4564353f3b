// Math.abs of the smallest int is negative.
// run: any
// args: --method AbsMin.any
// verdict: violated
// violation: AssertionError at any:@any
// run: guarded
// args: --method AbsMin.guarded
// verdict: proved
class AbsMin {
    static void any(int x) {
        assert Math.abs(x) >= 0; // @any
    }

    static void guarded(int x) {
        if (x > -100) {
            assert Math.abs(x) >= 0;
        }
    }
}
