class Natives {
    static native int answer();

    static int ask(int x) {
        return x > 3 ? answer() : x;
    }

    static int askOrDivide(int x) {
        return x == 0 ? 2 / x : answer();
    }
}
