// Two methods that call each other: what they say of a number is whether two divides it.
// args: --method EvenOdd.check --property assert
// verdict: proved
class EvenOdd {
    static boolean isEven(int n) {
        return n == 0 || isOdd(n - 1);
    }

    static boolean isOdd(int n) {
        return n != 0 && isEven(n - 1);
    }

    static void check(int n) {
        if (n < 0) {
            return;
        }
        assert isEven(n) == (n % 2 == 0);
    }
}
