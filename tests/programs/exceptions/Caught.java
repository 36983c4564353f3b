// What is caught is no violation; what only looks caught is.
// run: arithmetic
// args: --method Caught.arithmetic
// verdict: proved
// run: superclass
// args: --method Caught.superclass
// verdict: proved
// run: wrong
// args: --method Caught.wrong
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at wrong:@escapes
class Caught {
    static int arithmetic(int x) {
        try {
            return 10 / x;
        } catch (ArithmeticException e) {
            assert x == 0;
            return 0;
        }
    }

    static int superclass(int[] a, int i) {
        try {
            return a[i];
        } catch (RuntimeException e) {
            return -1;
        }
    }

    static int wrong(int i) {
        int[] a = {1, 2, 3};
        try {
            return a[i]; // @escapes
        } catch (NullPointerException | ArithmeticException e) {
            return 0;
        }
    }
}
