// Euclid's algorithm on small numbers.
// run: divides
// args: --method Divisor.divides --requires Divisor.small
// verdict: proved
// run: zero
// args: --method Divisor.zero --requires Divisor.small
// verdict: violated
// violation: ArithmeticException at zero:@zero
class Divisor {
    static boolean small(int a, int b) {
        return 0 <= a && a < 8 && 0 <= b && b < 8;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static void divides(int a, int b) {
        int d = gcd(a, b);
        assert d != 0 || a == 0 && b == 0;
        assert d == 0 || a % d == 0 && b % d == 0;
    }

    static int zero(int a, int b) {
        return a % gcd(a, b); // @zero
    }
}
