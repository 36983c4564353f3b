// A quotient and a remainder give back what was divided, for the least numbers too; a square within bounds is not negative.
// run: ints
// args: --method DivisionIdentity.ints
// verdict: proved
// run: longs
// args: --method DivisionIdentity.longs
// verdict: proved
// run: byTen
// args: --method DivisionIdentity.byTen
// verdict: proved
// run: difference
// args: --method DivisionIdentity.difference
// verdict: proved
// run: squares
// args: --method DivisionIdentity.squares
// verdict: proved
// run: wrapped
// args: --method DivisionIdentity.wrapped
// verdict: violated
// violation: AssertionError at wrapped:@wraps
// run: other
// args: --method DivisionIdentity.other
// verdict: violated
// violation: AssertionError at other:@other
public class DivisionIdentity {
    static void ints(int a, int b) {
        if (b != 0) {
            int q = a / b;
            int m = a % b;
            assert q * b + m == a;
            assert m + b * q + 1 == a + 1;
        }
    }

    static void longs(long a, long b) {
        if (b != 0) {
            long q = a / b;
            long m = a % b;
            assert b * q + m == a;
        }
    }

    static void byTen(long a) {
        assert a / 10 * 10 + a % 10 == a;
        assert (a / -7) * -7 + a % -7 == a;
    }

    static void difference(int a, int b) {
        if (b != 0) {
            assert a - a / b * b == a % b;
        }
    }

    static void squares(long x) {
        if (x > -3_000_000_000L && x < 3_000_000_000L) {
            assert x * x >= 0;
        }
    }

    static void wrapped(long x) {
        assert x * x >= 0; // @wraps
    }

    static void other(int a, int b) {
        if (b > 1 && b < 5 && a > 9 && a < 99) {
            assert a / b * b + b % a == a; // @other
        }
    }
}
