// The opposite of the smallest number is negative again: a denominator stays below zero.
// run: defect
// args: --method RationalSignDefect.normalizes
// verdict: violated
// violation: AssertionError at normalizes:@positive
// run: fixed
// args: --method RationalSignFixed.normalizes
// verdict: proved
class RationalSignDefect {
    final int numerator;
    final int denominator;

    RationalSignDefect(int numerator, int denominator) {
        if (denominator == 0) {
            throw new ArithmeticException("denominator 0");
        }
        if (denominator < 0) {
            numerator = -numerator;
            denominator = -denominator;
        }
        this.numerator = numerator;
        this.denominator = denominator;
    }

    static void normalizes(int numerator, int denominator) {
        RationalSignDefect rational = new RationalSignDefect(numerator, denominator);
        assert rational.denominator > 0; // @positive
    }
}

class RationalSignFixed {
    final int numerator;
    final int denominator;

    RationalSignFixed(int numerator, int denominator) {
        if (denominator == 0) {
            throw new ArithmeticException("denominator 0");
        }
        if (denominator < 0) {
            if (numerator == Integer.MIN_VALUE || denominator == Integer.MIN_VALUE) {
                throw new ArithmeticException("overflow");
            }
            numerator = -numerator;
            denominator = -denominator;
        }
        this.numerator = numerator;
        this.denominator = denominator;
    }

    static void normalizes(int numerator, int denominator) {
        RationalSignFixed rational = new RationalSignFixed(numerator, denominator);
        assert rational.denominator > 0;
    }
}
