// Comparisons with NaN are false: the minimum depends on where it stands.
// run: defect
// args: --method NotANumberMinimumDefect.smallest
// verdict: violated
// violation: AssertionError at smallest:@least
// run: fixed
// args: --method NotANumberMinimumFixed.smallest
// verdict: proved
class NotANumberMinimumDefect {
    static double minimum(double[] values) {
        double least = values[0];
        for (int i = 1; i < values.length; i++) {
            if (values[i] < least) {
                least = values[i];
            }
        }
        return least;
    }

    static void smallest(double a, double b) {
        double forth = minimum(new double[] {a, b});
        double back = minimum(new double[] {b, a});
        assert forth == back || Double.isNaN(forth) && Double.isNaN(back); // @least
    }
}

class NotANumberMinimumFixed {
    static double minimum(double[] values) {
        double least = values[0];
        for (int i = 1; i < values.length; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    static void smallest(double a, double b) {
        double forth = minimum(new double[] {a, b});
        double back = minimum(new double[] {b, a});
        assert forth == back || Double.isNaN(forth) && Double.isNaN(back);
    }
}
