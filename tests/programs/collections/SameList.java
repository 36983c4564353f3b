// Two parameters may be one list; lists of different elements are not.
// run: same
// args: --method SameList.same
// verdict: violated
// violation: AssertionError at same:@size
// run: different
// args: --method SameList.different
// verdict: bounded
import java.util.List;

class SameList {
    static void same(List<Integer> xs, List<Integer> ys) {
        if (xs == null || ys == null) {
            return;
        }
        int size = ys.size();
        xs.add(1);
        assert ys.size() == size; // @size
    }

    static void different(List<Integer> xs, List<String> ys) {
        if (xs == null || ys == null) {
            return;
        }
        int size = ys.size();
        xs.add(1);
        assert ys.size() == size;
    }
}
