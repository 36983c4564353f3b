// Casts to byte, short and char keep the low bits only.
// run: lossy
// args: --method Narrowing.lossy
// verdict: violated
// violation: AssertionError at lossy:@lossy
// run: unsigned
// args: --method Narrowing.unsigned
// verdict: proved
// run: sign
// args: --method Narrowing.sign
// verdict: violated
// violation: AssertionError at sign:@sign
// run: widening
// args: --method Narrowing.widening
// verdict: proved
class Narrowing {
    static void lossy(int x) {
        assert (byte) x == x; // @lossy
    }

    static void unsigned(int x) {
        assert (char) x >= 0;
        assert ((char) x & 0xff) == (x & 0xff);
    }

    static void sign(char c) {
        assert (short) c >= 0; // @sign
    }

    static void widening(byte b) {
        short s = b;
        int i = s;
        long l = i;
        assert l == b;
        assert (byte) (char) b == b;
    }
}
