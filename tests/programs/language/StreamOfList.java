// A stream over an unknown list.
// run: counted
// args: --method StreamOfList.counted --collection-size 2
// verdict: bounded
// run: summed
// args: --method StreamOfList.summed --collection-size 2
// verdict: violated
// violation: AssertionError at summed:@summed
import java.util.List;
import java.util.Objects;

class StreamOfList {
    static void counted(List<Integer> xs) {
        if (xs == null) {
            return;
        }
        long some = xs.stream().filter(Objects::nonNull).count();
        assert some <= xs.size();
        assert some == xs.size() || xs.contains(null);
    }

    static void summed(List<Integer> xs) {
        if (xs == null || xs.contains(null)) {
            return;
        }
        int sum = xs.stream().mapToInt(Integer::intValue).filter(x -> x > 0).sum();
        assert sum >= 0; // @summed
    }
}
