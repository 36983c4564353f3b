// A set has no element twice; a list may.
// run: set
// args: --method SetOfInts.set --collection-size 2
// verdict: bounded
// run: list
// args: --method SetOfInts.list --collection-size 2
// verdict: violated
// violation: AssertionError at list:@twice
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class SetOfInts {
    static void set(Set<Integer> xs) {
        if (xs != null) {
            allDifferent(xs);
        }
    }

    static void list(List<Integer> xs) {
        if (xs != null) {
            assert new HashSet<>(xs).size() == xs.size(); // @twice
        }
    }

    private static void allDifferent(Collection<Integer> xs) {
        assert new HashSet<>(xs).size() == xs.size();
    }
}
