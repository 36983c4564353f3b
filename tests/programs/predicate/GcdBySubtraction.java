// The greatest common divisor without division: both numbers stay positive.
// args: --method GcdBySubtraction.gcd
// verdict: proved
class GcdBySubtraction {
    static int gcd(int a, int b) {
        if (a < 1 || b < 1) {
            return 1;
        }
        while (a != b) {
            if (a > b) {
                a -= b;
            } else {
                b -= a;
            }
            assert a > 0 && b > 0;
        }
        return a;
    }
}
