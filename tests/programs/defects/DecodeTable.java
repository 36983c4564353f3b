// A table for ASCII is asked about any character.
// run: defect
// args: --method DecodeTableDefect.value
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at value:@table
// run: fixed
// args: --method DecodeTableFixed.value
// verdict: bounded
class DecodeTableDefect {
    private static final byte[] VALUES = new byte[128];

    static {
        java.util.Arrays.fill(VALUES, (byte) -1);
        for (char c = 'A'; c <= 'Z'; c++) {
            VALUES[c] = (byte) (c - 'A');
        }
    }

    static int value(String text, int at) {
        if (text == null || at < 0 || at >= text.length()) {
            return -1;
        }
        char c = text.charAt(at);
        return c == '=' ? -1 : VALUES[c]; // @table
    }
}

class DecodeTableFixed {
    private static final byte[] VALUES = new byte[128];

    static {
        java.util.Arrays.fill(VALUES, (byte) -1);
        for (char c = 'A'; c <= 'Z'; c++) {
            VALUES[c] = (byte) (c - 'A');
        }
    }

    static int value(String text, int at) {
        if (text == null || at < 0 || at >= text.length()) {
            return -1;
        }
        char c = text.charAt(at);
        return c >= VALUES.length ? -1 : VALUES[c];
    }
}
