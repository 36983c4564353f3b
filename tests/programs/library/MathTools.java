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
        assert Math.floorMod(a, 8) >= 0 && Math.floorDiv(a, 8) == a >> 3;
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
