// Throwing null raises a NullPointerException instead.
// run: null
// args: --method ThrowNull.thrown
// verdict: violated
// violation: NullPointerException at thrown:@throw
// run: caught
// args: --method ThrowNull.caught
// verdict: proved
class ThrowNull {
    static void thrown(boolean b) {
        RuntimeException e = b ? new IllegalStateException() : null;
        throw e; // @throw
    }

    static void caught() {
        RuntimeException nothing = null;
        int seen = 0;
        try {
            throw nothing;
        } catch (NullPointerException e) {
            seen = 1;
        }
        assert seen == 1;
    }
}
