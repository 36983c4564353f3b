class Several {
    int value;

    int plus(int x) {
        return value + x;
    }

    static int minus(Several a, Several b) {
        return a.value - b.value;
    }

    private int hidden() {
        return 1 / value;
    }

    static int tenth(int[] values) {
        return values.length > 10 ? values[10] : values[9];
    }
}
