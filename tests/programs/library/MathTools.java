// Math and StrictMath where they are exact.
// run: exact
// args: --method MathTools.exact
// verdict: proved
// run: negated
// args: --method MathTools.negated
// verdict: violated
// violation: AssertionError at negated:@negated
class MathTools {
    static void exact(int a, int b) {
        if (b != 0 && b != -1) {
            assert Math.floorDiv(a, b) * b + Math.floorMod(a, b) == a;
            assert b < 0 || Math.floorMod(a, b) >= 0;
        }
        assert Math.max(a, b) >= StrictMath.min(a, b);
        assert Math.signum(-2.5) == -1.0 && Math.ceil(-0.5) == 0 && Math.rint(2.5) == 2.0;
    }

    static void negated(int a) {
        try {
            assert Math.negateExact(a) == -a;
        } catch (ArithmeticException e) {
            throw new AssertionError("overflow"); // @negated
        }
    }
}
