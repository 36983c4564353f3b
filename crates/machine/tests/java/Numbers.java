public class Numbers {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 9, 10, 99, 100, 12345, Integer.MAX_VALUE, Integer.MIN_VALUE, -100};
        for (int i : ints) System.out.print(Integer.toString(i) + " " + Integer.toHexString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toString(i, 7) + " " + Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.numberOfLeadingZeros(i) + ";");
        System.out.println();
        long[] longs = {0, -1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, 123456789012345L};
        for (long l : longs) System.out.print(l + " " + Long.toHexString(l) + " " + Long.hashCode(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.toString(l, 36) + ";");
        System.out.println();
        String[] texts = {"0", "-17", "+5", "2147483647", "2147483648", "", "x", "-", "12a", " 1", "-2147483648"};
        for (String t : texts) { try { System.out.print(Integer.parseInt(t) + ";"); } catch (NumberFormatException e) { System.out.print(e.getMessage() + ";"); } }
        System.out.println();
        System.out.println(Integer.parseInt("ff", 16) + " " + Integer.valueOf("77") + " " + Long.parseLong("-99999999999") + Integer.decode("0x10") + Integer.parseUnsignedInt("4294967295") + " " + Integer.toUnsignedString(-1) + " " + Integer.divideUnsigned(-1, 3) + " " + Long.toUnsignedString(-1L));
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + a.hashCode() + a.compareTo(c));
        Long la = 127L, lb = 127L, lc = 128L, ld = 128L; Character ca = 'x', cb = 'x'; Byte ba = -128, bb = -128; Short sa = 200, sc = 200; Boolean ta = true, tb = true;
        System.out.println((la == lb) + " " + (lc == ld) + (ca == cb) + (ba == bb) + (sa == sc) + (ta == tb) + la.equals(127));
        double[] doubles = {0.0, -0.0, 1, 1.5, 0.1, 1e10, 1e-5, 123456789.125, 1e21, 1e-300, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 100, 3.141592653589793, 2.0 / 3, 1e7, 1.0E-3, 9007199254740993.0, 5e-324, 4.35, 0.3};
        for (double x : doubles) System.out.print(x + " " + (float) x + " " + (int) x + " " + (long) x + ";");
        System.out.println();
        for (double x : doubles) System.out.print(Double.toString(-x) + " " + Double.hashCode(x) + " " + Double.doubleToLongBits(x) + " " + Float.floatToIntBits((float) x) + ";");
        System.out.println();
        String[] reals = {"1.5", "-0", "1e400", "1e-400", "0x1.8p1", "NaN", "Infinity", "123456789.987654321", "2.2250738585072014E-308", "1.", ".5", "  7.5  ", "1e", "abc", "9007199254740993", "0.1", "3.4e38f"};
        for (String t : reals) { try { System.out.print(Double.parseDouble(t) + " " + Float.parseFloat(t) + ";"); } catch (NumberFormatException e) { System.out.print(e.getMessage() + ";"); } }
        System.out.println();
        System.out.println(Double.compare(0.0, -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + (0.0 == -0.0) + Double.isNaN(0.0 / 0) + Double.toHexString(0.1) + Float.compare(1f, Float.NaN) + Double.MIN_NORMAL);
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 65.7 + " " + (int) 1e20 + " " + (long) Float.NaN + " " + (int) -1.9 + (5 / -2) + (5 % -2) + (-5 >> 1) + (-5 >>> 28) + (1 << 33) + (1L << 33));
        System.out.println(Math.addExact(1, 2) + " " + Math.floorMod(-7, 3) + Math.floorDiv(-7, 3) + Math.multiplyHigh(1L << 62, 8));
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.toIntExact(1L << 40); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { System.out.println(1 / (args.length)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(new java.math.BigInteger("123456789012345678901234567890").multiply(java.math.BigInteger.valueOf(987654321)).mod(java.math.BigInteger.valueOf(1000007)) + " " + new java.math.BigDecimal("1.10").add(new java.math.BigDecimal("2.205")));
    }
}
