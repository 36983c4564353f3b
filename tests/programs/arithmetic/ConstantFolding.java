// Values javac folds and values it cannot fold are the same.
// args: --method ConstantFolding.check
// verdict: proved
// paths: 1
class ConstantFolding {
    static int max() {
        return Integer.MAX_VALUE;
    }

    static void check() {
        assert Integer.MAX_VALUE + 1 == max() + 1;
        assert (byte) 200 == (byte) (max() - max() + 200);
        assert (char) -1 == (char) (max() + max() + 1);
        assert 'a' + 1 == 98;
        assert (char) ('a' + 1) == 'b';
        assert 7 >>> 1 == 3 && -7 >>> 28 == 15 && -7 >> 1 == -4;
        assert (1L << 40) >>> 38 == 4;
        assert (int) (1L << 40) == 0;
        assert ~5 == -6;
        assert (5 & 6 | 1 ^ 8) == 13;
    }
}
