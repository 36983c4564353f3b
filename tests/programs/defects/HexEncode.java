// The upper half of a negative byte is negative, too.
// run: defect
// args: --method HexEncodeDefect.twoBytes
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at encode:@high
// run: fixed
// args: --method HexEncodeFixed.twoBytes
// verdict: proved
class HexEncodeDefect {
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    static String encode(byte[] data) {
        StringBuilder text = new StringBuilder();
        for (byte each : data) {
            text.append(DIGITS[each >> 4]); // @high
            text.append(DIGITS[each & 15]);
        }
        return text.toString();
    }

    static void twoBytes(byte first, byte second) {
        assert encode(new byte[] {first, second}).length() == 4;
    }
}

class HexEncodeFixed {
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    static String encode(byte[] data) {
        StringBuilder text = new StringBuilder();
        for (byte each : data) {
            text.append(DIGITS[each >> 4 & 15]);
            text.append(DIGITS[each & 15]);
        }
        return text.toString();
    }

    static void twoBytes(byte first, byte second) {
        assert encode(new byte[] {first, second}).length() == 4;
    }
}
