// What repOk promises holds on entry, unless it is turned off.
// run: assumed
// args: --method Invariant.increment
// verdict: proved
// run: ignored
// args: --method Invariant.increment --no-invariant
// verdict: violated
// violation: AssertionError at increment:@bound
class Invariant {
    int value;
    int limit;

    boolean repOk() {
        return 0 <= value && value <= limit;
    }

    void increment() {
        if (value != limit) {
            value++;
        }
        assert value <= limit; // @bound
    }
}
