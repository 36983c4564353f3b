class Loops {
    static int negate(int x) {
        while (x != 0) {
            x = -x;
        }
        return x;
    }

    static int count(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }
}
