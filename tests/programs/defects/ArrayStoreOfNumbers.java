// An array of a narrower type behind a wider one.
// run: defect
// args: --method ArrayStoreOfNumbersDefect.filled
// verdict: violated
// violation: ArrayStoreException at fill:@store
// run: fixed
// args: --method ArrayStoreOfNumbersFixed.filled
// verdict: proved
class ArrayStoreOfNumbersDefect {
    static void fill(Number[] target, Number value) {
        for (int i = 0; i < target.length; i++) {
            target[i] = value; // @store
        }
    }

    static double filled(boolean exact, int value) {
        Number[] numbers = exact ? new Integer[2] : new Double[2];
        fill(numbers, value);
        return numbers[0].doubleValue();
    }
}

class ArrayStoreOfNumbersFixed {
    static void fill(Number[] target, Number value) {
        for (int i = 0; i < target.length; i++) {
            target[i] = value;
        }
    }

    static double filled(boolean exact, int value) {
        Number[] numbers = new Number[2];
        fill(numbers, exact ? (Number) value : (Number) (double) value);
        return numbers[0].doubleValue();
    }
}
