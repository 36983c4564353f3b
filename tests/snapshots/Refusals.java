class Refusals {
    static int half(int x) {
        if (x % 2 != 0) {
            throw new IllegalArgumentException("odd");
        }
        return x / 2;
    }
}
