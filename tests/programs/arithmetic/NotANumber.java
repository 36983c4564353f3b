// NaN is not equal to itself, and every comparison with it is false.
// run: self
// args: --method NotANumber.self
// verdict: violated
// violation: AssertionError at self:@self
// run: exclusive
// args: --method NotANumber.exclusive
// verdict: proved
// run: negation
// args: --method NotANumber.negation
// verdict: violated
// violation: AssertionError at negation:@negation
class NotANumber {
    static void self(double d) {
        assert d == d; // @self
    }

    static void exclusive(float f) {
        if (f < 0) {
            assert !(f > 0);
        }
    }

    static void negation(float f) {
        if (!(f < 10)) {
            assert f >= 10; // @negation
        }
    }
}
