// The initialiser of the entry's own class fails: the entry is never reached.
// args: --method OwnInitializer.zero
// verdict: violated
// violation: ExceptionInInitializerError at zero:@zero
class OwnInitializer {
    static int value = 1 / zero();

    static int zero() {
        return 0; // @zero
    }
}
