// An unsigned shift of a byte shifts the sign-extended int.
// run: ints
// args: --method UnsignedShift.ints
// verdict: proved
// run: bytes
// args: --method UnsignedShift.bytes
// verdict: violated
// violation: AssertionError at bytes:@bytes
// run: compound
// args: --method UnsignedShift.compound
// verdict: violated
// violation: AssertionError at compound:@compound
class UnsignedShift {
    static void ints(int x) {
        assert x >>> 1 >= 0;
    }

    static void bytes(byte b) {
        assert b >>> 4 < 16; // @bytes
    }

    static void compound(byte b) {
        b >>>= 1;
        assert b >= 0; // @compound
    }
}
