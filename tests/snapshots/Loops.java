class Loops {
    static int halve(int x) {
        while (x > 1 || x < -1) {
            x = x - x % 2;
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
