// A root between two doubles: the lower bound stays below the upper one, which stays where it may be.
// args: --method Bisection.root
// verdict: proved
// open: what products of doubles are is asked too slowly
class Bisection {
    static double root(double square, int rounds) {
        if (!(square >= 0.0 && square <= 1.0)) {
            return 0.0;
        }
        double low = 0.0;
        double high = 1.0;
        for (int i = 0; i < rounds; i++) {
            double middle = (low + high) / 2;
            if (middle * middle > square) {
                high = middle;
            } else {
                low = middle;
            }
        }
        assert 0.0 <= low && low <= high && high <= 1.0;
        return low;
    }
}
