// A failure is found at once; beside it a path is too long to be followed to its end, which the report must not hide.
// args: --method LongBesideFailure.divide
// verdict: violated
// violation: ArithmeticException at divide:@zero
// reason: go on for long without an end

class LongBesideFailure {
    static int divide(int divisor) {
        if (divisor < 0) {
            int steps = 0;
            while (steps != -1) steps++;
            return steps;
        }
        return 100 / divisor; // @zero
    }
}
