// A static field has no longer its first value when the method is called.
// args: --method ChangedStatics.run --compose
// verdict: violated
// violation: ArithmeticException at divide:@zero
class ChangedStatics {
    static int divisor = 1;
    static final int[] SHARED = {1};

    static int divide(int number) {
        if (number < 0) return 0;
        return number / divisor; // @zero
    }

    static int shared() {
        return SHARED[0] > 5 ? 1 : 0;
    }

    static void run(int number) {
        divide(number);
        assert shared() == 0;
        SHARED[0] = 9;
        assert shared() == 1;
        divisor = 0;
        divide(number);
    }
}
