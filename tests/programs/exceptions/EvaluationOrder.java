// The value is computed before the array is looked at, and the array before the index.
// run: value
// args: --method EvaluationOrder.value
// verdict: violated
// violation: ArithmeticException at value:@store
// violation: NullPointerException at value:@store
// run: order
// args: --method EvaluationOrder.order
// verdict: proved
// run: division
// args: --method EvaluationOrder.division
// verdict: proved
class EvaluationOrder {
    static int trace;

    static int log(int digit) {
        trace = trace * 10 + digit;
        return 0;
    }

    static int[] none() {
        log(1);
        return null;
    }

    static void value(int x) {
        int[] a = null;
        a[0] = 1 / x; // @store
    }

    static void order() {
        try {
            none()[log(2)] = log(3);
        } catch (NullPointerException e) {
            assert trace == 123;
        }
        trace = 0;
        try {
            int unused = log(1) + 1 / log(2) + log(3);
        } catch (ArithmeticException e) {
            assert trace == 12;
        }
    }

    static void division(int x) {
        int y = x;
        try {
            y = (y = 5) / (x & 0);
        } catch (ArithmeticException e) {
            assert y == 5;
        }
    }
}
