/**
 * Traverses a list from outside, for lazy initialisation at a depth: `--method LazyList.sum --depth 6`. Every list of
 * up to six nodes is a path, and every cyclic one ends at the step limit.
 */
public class LazyList {
    LazyList next;
    int value;

    static int sum(LazyList list) {
        int sum = 0;
        int steps = 0;
        while (list != null && steps < 8) {
            sum += list.value;
            list = list.next;
            steps++;
        }
        return sum;
    }

    /** Twice as many ways: each value is looked at as well. */
    static int positives(LazyList list) {
        int count = 0;
        int steps = 0;
        while (list != null && steps < 8) {
            if (list.value > 0) {
                count++;
            }
            list = list.next;
            steps++;
        }
        return count;
    }
}
