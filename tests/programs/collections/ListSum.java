// The sum of a list of positive numbers overflows with two of them.
// run: guarded
// args: --method ListSum.guarded --collection-size 2
// verdict: bounded
// reason: --collection-size 2
// run: overflow
// args: --method ListSum.overflow
// verdict: violated
// violation: AssertionError at overflow:@overflow
import java.util.List;

class ListSum {
    static void guarded(List<Integer> xs) {
        if (xs == null) {
            return;
        }
        long sum = 0;
        int positive = 0;
        for (Integer x : xs) {
            if (x != null && x > 0) {
                sum += x;
                positive++;
            }
        }
        assert sum >= positive;
    }

    static void overflow(List<Integer> xs) {
        if (xs == null || xs.contains(null)) {
            return;
        }
        int sum = 0;
        for (int x : xs) {
            if (x <= 0) {
                return;
            }
            sum += x;
        }
        assert sum >= 0; // @overflow
    }
}
