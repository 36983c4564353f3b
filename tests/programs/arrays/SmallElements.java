// Elements of small types narrow when stored and extend when read.
// run: bytes
// args: --method SmallElements.bytes
// verdict: violated
// violation: AssertionError at bytes:@byte
// run: chars
// args: --method SmallElements.chars
// verdict: proved
// run: booleans
// args: --method SmallElements.booleans
// verdict: proved
class SmallElements {
    static void bytes(int x) {
        byte[] a = {(byte) x};
        assert a[0] == x; // @byte
    }

    static void chars(short x) {
        char[] c = {(char) x};
        short[] s = {(short) c[0]};
        assert s[0] == x;
        c[0] += 1;
        assert c[0] == (char) (x + 1);
    }

    static void booleans(boolean b, int i) {
        boolean[] a = new boolean[2];
        assert !a[i & 1];
        a[i & 1] = b;
        a[i & 1] ^= true;
        assert a[i & 1] == !b;
    }
}
