// A symbolic length cuts off or pads with zeros.
// run: padded
// args: --method SetLength.padded --heap summary
// verdict: violated
// violation: AssertionError at padded:@padded
// run: kept
// args: --method SetLength.kept --heap lazy
// verdict: proved
class SetLength {
    static void padded(int n) {
        if (n <= 100) {
            StringBuffer b = new StringBuffer("ABCD");
            if (n >= 0) {
                b.setLength(n);
                assert b.length() == n && (n < 8 || b.charAt(7) != 0); // @padded
            }
        }
    }

    static void kept(int n) {
        StringBuilder b = new StringBuilder("ABCD");
        if (n < 9) {
            try {
                b.setLength(n);
                assert b.length() == n;
                assert n <= 4 ? "ABCD".startsWith(b.toString()) : b.toString().startsWith("ABCD");
            } catch (StringIndexOutOfBoundsException e) {
                assert n < 0;
            }
        }
    }
}
