// Lambdas and method references, with captured values.
// run: captured
// args: --method Lambdas.captured
// verdict: proved
// run: divides
// args: --method Lambdas.divides
// verdict: violated
// violation: ArithmeticException at lambda$divides$1:@lambda
class Lambdas {
    interface Function {
        int apply(int x);
    }

    static int twice(Function f, int x) {
        return f.apply(f.apply(x));
    }

    static int increment(int x) {
        return x + 1;
    }

    static void captured(int x, int y) {
        Function add = v -> v + y;
        assert twice(add, x) == x + y + y;
        assert twice(Lambdas::increment, x) == x + 2;
    }

    static int divides(int y) {
        Function f = v -> v / y; // @lambda
        return f.apply(10);
    }
}
