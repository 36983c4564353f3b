// Recursion along a list that may be a cycle.
// run: any
// args: --method CyclicLength.length --depth 2
// verdict: violated
// violation: StackOverflowError at length:@length
// run: ends
// args: --method CyclicLength.length --depth 3 --requires CyclicLength.ends
// verdict: bounded
class CyclicLength {
    CyclicLength next;

    static boolean ends(CyclicLength list) {
        int steps = 0;
        while (list != null) {
            if (++steps > 5) {
                return false;
            }
            list = list.next;
        }
        return true;
    }

    static int length(CyclicLength list) { return list == null ? 0 : 1 + length(list.next); } // @length
}
