/**
 * Walks over a list from outside, for lazy initialisation at a depth: `--method LazyList.sum --depth 6`. Every list of
 * up to six nodes is a path, and every cyclic one ends at the step limit.
 */
public class LazyList {
    LazyList next;
    LazyList other;
    int value;

    /** The shapes alone. */
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

    /** Each value is looked at as well. */
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

    /** Two references of each node: many shapes, and not one question for the solver. */
    static int loops(LazyList list) {
        return countLoops(list, 5);
    }

    /** One step more: a search of some seconds. */
    static int moreLoops(LazyList list) {
        return countLoops(list, 6);
    }

    private static int countLoops(LazyList list, int limit) {
        int count = 0;
        int steps = 0;
        while (list != null && steps < limit) {
            if (list.other == list) {
                count++;
            }
            list = list.next;
            steps++;
        }
        return count;
    }

    /** Neighbours are compared: on cyclic lists the solver has to find contradictions. */
    static int ascents(LazyList list) {
        int count = 0;
        int steps = 0;
        while (list != null && list.next != null && steps < 12) {
            if (list.value <= list.next.value) {
                count++;
            }
            list = list.next;
            steps++;
        }
        return count;
    }
}
