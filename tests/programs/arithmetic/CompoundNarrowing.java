// Compound assignment narrows without a cast in the source.
// run: byteAdd
// args: --method CompoundNarrowing.byteAdd
// verdict: violated
// violation: AssertionError at byteAdd:@byte
// run: intAdd
// args: --method CompoundNarrowing.intAdd
// verdict: proved
// run: charDown
// args: --method CompoundNarrowing.charDown
// verdict: violated
// violation: AssertionError at charDown:@char
class CompoundNarrowing {
    static void byteAdd(byte b) {
        byte old = b;
        b += 1;
        assert b > old; // @byte
    }

    static void intAdd(byte b) {
        int sum = b;
        sum += 1;
        assert sum > b;
    }

    static void charDown(char c) {
        char old = c;
        c -= 1;
        assert c < old; // @char
    }
}
