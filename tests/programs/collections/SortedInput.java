// A precondition on a list; one that changes the list is none.
// run: search
// args: --method SortedInput.search --requires SortedInput.isSorted --collection-size 3
// verdict: bounded
// run: unsorted
// args: --method SortedInput.search --collection-size 3
// verdict: violated
// violation: AssertionError at search:@found
// run: changing
// args: --method SortedInput.search --requires SortedInput.sorts --collection-size 2
// verdict: inconclusive
// reason: a precondition or repOk() that changes its input
import java.util.Collections;
import java.util.List;

class SortedInput {
    static boolean isSorted(List<Integer> xs, int x) {
        if (xs == null || xs.contains(null)) {
            return false;
        }
        for (int i = 1; i < xs.size(); i++) {
            if (xs.get(i - 1) > xs.get(i)) {
                return false;
            }
        }
        return true;
    }

    static boolean sorts(List<Integer> xs, int x) {
        if (xs == null || xs.contains(null)) {
            return false;
        }
        xs.add(x);
        return true;
    }

    static void search(List<Integer> xs, int x) {
        if (xs == null || xs.contains(null)) {
            return;
        }
        boolean found = Collections.binarySearch(xs, x) >= 0;
        assert found == xs.contains(x); // @found
    }
}
