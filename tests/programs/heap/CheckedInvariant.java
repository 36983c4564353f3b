// An invariant of the receiver is assumed before and, with --check-invariant, checked after the call.
// run: breaks
// args: --method CheckedInvariant.increment --check-invariant
// verdict: violated
// violation: AssertionError at increment:0
// run: keeps
// args: --method CheckedInvariant.incrementBelowLimit --check-invariant
// verdict: proved
// run: assumed
// args: --method CheckedInvariant.increment
// verdict: proved
class CheckedInvariant {
    int count;
    int limit;

    boolean repOk() {
        return 0 <= count && count <= limit;
    }

    void increment() {
        count++;
    }

    void incrementBelowLimit() {
        if (count < limit) {
            count++;
        }
    }
}
