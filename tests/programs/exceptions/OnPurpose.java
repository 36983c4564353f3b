// Exceptions thrown on purpose are outcomes; an AssertionError never is.
// run: outcomes
// args: --method OnPurpose.outcomes
// verdict: proved
// paths: 4
// run: assertion
// args: --method OnPurpose.assertion
// verdict: violated
// violation: AssertionError at assertion:@throw
// run: message
// args: --method OnPurpose.message
// verdict: violated
// violation: AssertionError at message:@message
class OnPurpose {
    static void outcomes(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
        if (x == 0) {
            throw new NullPointerException("on purpose");
        }
        if (x == 1) {
            throw new ArithmeticException("on purpose");
        }
    }

    static void assertion(int x) {
        if (x == 12345) {
            throw new AssertionError(); // @throw
        }
    }

    static void message(int x) {
        assert x > 0 : "must be positive"; // @message
    }
}
