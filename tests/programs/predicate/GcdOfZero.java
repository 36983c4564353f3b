// Euclid's algorithm that divides before it looks.
// args: --method GcdOfZero.gcd
// verdict: violated
// violation: ArithmeticException at gcd:@rest
class GcdOfZero {
    static int gcd(int a, int b) {
        if (a <= 0 || b <= 0) {
            return 1;
        }
        int rest;
        do {
            rest = a % b; // @rest
            a = b;
            b = rest;
        } while (a > 1);
        return a;
    }
}
