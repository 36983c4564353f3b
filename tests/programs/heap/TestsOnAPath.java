// Under --max-branches tests of the program count, known or not: the bound is the same for every heap model.
// run: just-enough
// args: --method TestsOnAPath.notThree --max-branches 6
// verdict: violated
// violation: AssertionError at notThree:@three
// run: one-less
// args: --method TestsOnAPath.notThree --max-branches 5
// verdict: bounded
// reason: --max-branches 5 cut paths
// run: what-is-known-counts
// args: --method TestsOnAPath.afterSeven --max-branches 8
// verdict: bounded
// reason: --max-branches 8 cut paths
// run: nothing-is-cut
// args: --method TestsOnAPath.afterSeven --max-branches 10
// verdict: violated
// violation: NullPointerException at afterSeven:@null
// run: who-is-asked-before-is-not-counted
// args: --method TestsOnAPath.ordered --requires TestsOnAPath.isShort --max-branches 2
// verdict: violated
// violation: AssertionError at ordered:@order
// run: nor-is-who-is-asked-first
// args: --method TestsOnAPath.ordered --requires TestsOnAPath.isShort --requires-first --max-branches 2
// verdict: violated
// violation: AssertionError at ordered:@order
// run: nor-are-initialisers
// args: --method TestsOnAPath.initialised --max-branches 2
// verdict: violated
// violation: AssertionError at initialised:@initialised
// run: a-loop-without-an-end-is-cut
// args: --method TestsOnAPath.around --max-branches 12
// verdict: bounded
// reason: --max-branches 12 cut paths
class TestsOnAPath {
    static class Node {
        int value;
        Node next;
    }

    static class Table {
        static int sum;

        static {
            for (int i = 0; i < 50; i++) {
                sum += i;
            }
        }
    }

    /** Four tests of the loop, whether assertions are on, and what is asserted. */
    static void notThree(Node list) {
        int count = 0;
        for (Node node = list; node != null; node = node.next) {
            count++;
        }
        assert count != 3; // @three
    }

    /** Eight tests of a loop on known numbers, then one of the input. */
    static int afterSeven(Node list) {
        int steps = 0;
        while (steps < 7) {
            steps++;
        }
        if (list == null) {
            return list.value; // @null
        }
        return steps;
    }

    static boolean isShort(Node list) {
        int length = 0;
        for (Node node = list; node != null; node = node.next) {
            if (++length > 2) {
                return false;
            }
        }
        return length == 2;
    }

    static void ordered(Node list) {
        assert list.value <= list.next.value; // @order
    }

    static void initialised(int n) {
        assert Table.sum + n != 7; // @initialised
    }

    /** On a cycle it goes on for ever: that it comes back to itself does not make it less long. */
    static void around(Node list) {
        for (Node node = list; node != null; node = node.next) {
        }
    }
}
