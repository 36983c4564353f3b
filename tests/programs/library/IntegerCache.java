// Small boxed integers are shared, large ones are not.
// run: any
// args: --method IntegerCache.any
// verdict: violated
// violation: AssertionError at any:@any
// run: small
// args: --method IntegerCache.small
// verdict: proved
// run: edge
// args: --method IntegerCache.edge
// verdict: proved
class IntegerCache {
    static void any(int x) {
        Integer a = x;
        Integer b = x;
        assert a == b; // @any
    }

    static void small(int x) {
        Integer a = x & 63;
        Integer b = x & 63;
        assert a == b && a.equals(b);
    }

    static void edge() {
        Integer a = 127, b = 127, c = 128, d = 128;
        assert a == b && c != d && c.equals(d) && (int) c == d;
        Long l = 127L;
        assert !l.equals(127) && l == 127;
        Character x = 'x', y = 'x';
        assert x == y;
    }
}
