// The second operand of && is not evaluated when the first is false; that of & always is.
// run: and
// args: --method ShortCircuit.and
// verdict: proved
// run: both
// args: --method ShortCircuit.both
// verdict: violated
// violation: ArithmeticException at both:@both
// run: or
// args: --method ShortCircuit.or
// verdict: proved
class ShortCircuit {
    static boolean and(int x) {
        return x != 0 && 10 / x > 1;
    }

    static boolean both(int x) {
        return x != 0 & 10 / x > 1; // @both
    }

    static boolean or(int x) {
        return x == 0 || 10 / x > 1;
    }
}
