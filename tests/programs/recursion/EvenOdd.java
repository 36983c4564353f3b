// Two methods that call each other.
// run: agree
// args: --method EvenOdd.agree --requires EvenOdd.small
// verdict: proved
// run: wrong
// args: --method EvenOdd.wrong --requires EvenOdd.small
// verdict: violated
// violation: AssertionError at wrong:@wrong
class EvenOdd {
    static boolean small(int n) {
        return 0 <= n && n < 8;
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void agree(int n) {
        assert even(n) == (n % 2 == 0);
        assert even(n) != odd(n);
    }

    static void wrong(int n) {
        assert !odd(n) || n < 7; // @wrong
    }
}
