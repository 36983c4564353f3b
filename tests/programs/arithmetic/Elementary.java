// Functions that Java specifies up to the last digits, on unknown numbers: inputs are found by getting closer, and only what
// their range excludes is proved.
// run: meets
// args: --method Elementary.meets
// verdict: violated
// violation: AssertionError at meets:@meets
// run: circle
// args: --method Elementary.circle
// verdict: violated
// violation: AssertionError at circle:@circle
// run: range
// args: --method Elementary.range
// verdict: proved
// run: domain
// args: --method Elementary.domain
// verdict: proved
// run: open
// args: --method Elementary.open
// verdict: inconclusive
// reason: Math's functions
// run: digit
// args: --method Elementary.lastDigit
// verdict: inconclusive
// reason: Math's functions
class Elementary {
    static void meets(double x) {
        if (x > 10 && x < 20 && Math.abs(Math.sin(x) + 0.5) < 1e-6 && Math.exp(-x) < 1e-5) {
            assert Math.cos(x) < 0; // @meets
        }
    }

    static void circle(double x, double y) {
        if (x * x + y * y == 5.0 && x > y && y > 0.5) {
            assert StrictMath.atan2(y, x) > 0.75; // @circle
        }
    }

    static void range(double x) {
        double height = 3 * Math.sin(x) + Math.cos(x);
        assert !(height > 4) && !(height < -4);
        assert !(Math.exp(x) < 0);
    }

    static void domain(double x) {
        double root = Math.log(x);
        if (root != root) {
            assert !(x >= 0);
        }
    }

    static void open(double x) {
        if (x < 2) {
            assert Math.exp(x) < 9;
        }
    }

    // Which of the two neighbours it is, only a JVM can tell: nothing may be claimed without asking one.
    static void lastDigit(double x) {
        if (x == 2.5) {
            assert Math.sin(x) == 0.5984721441039564;
        }
    }
}
