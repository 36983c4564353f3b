/** Rational numbers in lowest terms: a method over a method over a method, all of them about integers. */
public class Rationals {
    static int absolute(int x) {
        if (x >= 0) return x;
        return -x;
    }

    /** Two rounds of the subtracting algorithm. */
    static int gcd(int x, int y) {
        int i = 0;
        if (x == 0) return absolute(y);
        while (y != 0 && i < 2) {
            if (x > y) x = x - y;
            else y = y - x;
            if (i == 2) return -1;
            i++;
        }
        return absolute(x);
    }

    static class Rational {
        int numerator;
        int denominator;

        void simplify(int a, int b) {
            int divisor = gcd(a, b);
            if (divisor != 0) {
                numerator = numerator / divisor;
                denominator = denominator / divisor;
            }
        }
    }

    /** Three numbers that are different objects. */
    static Rational[] simp(int a, int b, int c, int d, int e, int f) {
        Rational[] numbers = {rational(a, b), rational(c, d), rational(e, f)};
        Rational[] old = new Rational[numbers.length];
        System.arraycopy(numbers, 0, old, 0, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i].simplify(numbers[i].numerator, numbers[i].denominator);
        }
        return old;
    }

    private static Rational rational(int numerator, int denominator) {
        Rational made = new Rational();
        made.numerator = numerator;
        made.denominator = denominator;
        return made;
    }
}
