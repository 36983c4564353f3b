// Division by zero, and the one quotient that does not fit.
// run: unguarded
// args: --method Division.unguarded
// verdict: violated
// violation: ArithmeticException at unguarded:@div
// run: guarded
// args: --method Division.guarded
// verdict: proved
// run: remainder
// args: --method Division.remainder
// verdict: violated
// violation: ArithmeticException at remainder:@rem
// run: smallest
// args: --method Division.smallest
// verdict: proved
// run: negated
// args: --method Division.negated
// verdict: violated
// violation: AssertionError at negated:@neg
class Division {
    static int unguarded(int x, int y) {
        return x / y; // @div
    }

    static int guarded(int x, int y) {
        if (y == 0) {
            return 0;
        }
        return x / y;
    }

    static long remainder(long x, long y) {
        return x % y; // @rem
    }

    static void smallest() {
        int m = Integer.MIN_VALUE;
        assert m / -1 == m;
        assert m % -1 == 0;
        assert -7 / 2 == -3;
        assert -7 % 2 == -1;
    }

    static void negated(int x) {
        if (x < 0) {
            assert x / -1 > 0; // @neg
        }
    }
}
