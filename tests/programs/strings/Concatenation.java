// Text of every primitive type, and of null.
// run: parts
// args: --method Concatenation.parts
// verdict: proved
// run: sums
// args: --method Concatenation.sums
// verdict: violated
// violation: AssertionError at sums:@sums
class Concatenation {
    static String join(boolean b, byte y, short s, char c, int i, long l, float f, double d, Object o) {
        return "" + b + y + s + c + i + l + f + d + o;
    }

    static void parts() {
        assert join(true, (byte) -1, (short) 300, 'x', 7, 8L, 1.5f, -0.0, null).equals("true-1300x781.5-0.0null");
        String s = null;
        s += "!";
        assert s.equals("null!");
        s += 'a' + 1;
        assert s.equals("null!98");
        assert ("" + Float.NaN + 1e10 + 1e-5f + 100.0 + Double.MIN_VALUE).equals("NaN1.0E101.0E-5100.04.9E-324");
        assert ("" + Integer.MIN_VALUE + Long.MIN_VALUE).equals("-2147483648-9223372036854775808");
    }

    static void sums() {
        int one = 1;
        String text = one + 2 + "=" + one + 2;
        assert text.equals("3=3"); // @sums
    }
}
