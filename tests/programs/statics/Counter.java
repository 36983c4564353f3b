// Static state changes within a run and starts anew for each entry.
// run: fresh
// args: --method Counter.fresh
// verdict: proved
// run: limited
// args: --method Counter.limited
// verdict: violated
// violation: AssertionError at take:@limit
class Counter {
    static int taken;

    static int take() {
        taken++;
        assert taken <= 3; // @limit
        return taken;
    }

    static void fresh() {
        assert taken == 0;
        assert take() + take() == 3;
    }

    static void limited(int x) {
        for (int i = 0; i < (x & 7); i++) {
            take();
        }
    }
}
