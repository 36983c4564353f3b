// Arguments collected in an array; null is the array itself.
// run: counted
// args: --method Varargs.counted
// verdict: proved
// run: nothing
// args: --method Varargs.nothing
// verdict: violated
// violation: NullPointerException at sum:@loop
class Varargs {
    static int sum(int... values) {
        int sum = 0;
        for (int value : values) { // @loop
            sum += value;
        }
        return sum;
    }

    static void counted(int x) {
        assert sum() == 0;
        assert sum(x) == x;
        assert sum(x, x, 1) == 2 * x + 1;
        assert sum(new int[] {x, 5}) == x + 5;
    }

    static int nothing(boolean none) {
        return sum(none ? null : new int[3]);
    }
}
