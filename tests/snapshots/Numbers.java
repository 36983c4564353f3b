class Numbers {
    static int clamp(int x, int low, int high) {
        if (low > high) {
            return x;
        }
        int clamped = Math.max(low, Math.min(x, high));
        assert low <= clamped && clamped <= high;
        return clamped;
    }

    static int divide(int x, int y) {
        return x / (y - 7);
    }

    static double average(double a, double b) {
        double mean = (a + b) / 2;
        assert a == b || mean != a : "the mean is an end";
        return mean;
    }

    static boolean same(float x) {
        boolean isEqual = x == x;
        assert isEqual;
        return isEqual;
    }

    static int wide(char letter, long distance, byte small) {
        assert letter != 'q' || distance != 1L << 40 || small != -3;
        return small;
    }
}
