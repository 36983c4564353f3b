// Shifting by 32 shifts by nothing: the mask of all bits is empty.
// run: defect
// args: --method MaskWidthDefect.lowBits
// verdict: violated
// violation: AssertionError at lowBits:@all
// run: fixed
// args: --method MaskWidthFixed.lowBits
// verdict: proved
class MaskWidthDefect {
    static int mask(int bits) {
        return (1 << bits) - 1;
    }

    static void lowBits(int value, int bits) {
        if (bits < 0 || bits > 32) {
            return;
        }
        int low = value & mask(bits);
        for (int i = 0; i < 32; i += 31) {
            int expected = i < bits ? value >>> i & 1 : 0;
            assert (low >>> i & 1) == expected; // @all
        }
    }
}

class MaskWidthFixed {
    static int mask(int bits) {
        return (int) ((1L << bits) - 1);
    }

    static void lowBits(int value, int bits) {
        if (bits < 0 || bits > 32) {
            return;
        }
        int low = value & mask(bits);
        for (int i = 0; i < 32; i += 31) {
            int expected = i < bits ? value >>> i & 1 : 0;
            assert (low >>> i & 1) == expected;
        }
    }
}
