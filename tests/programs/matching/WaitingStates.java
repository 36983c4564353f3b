// States that differ only in what a precondition has yet to say of their input: none of them covers the other.
// run: one
// args: --method WaitingStates.one --requires WaitingStates.depends --depth 2
// verdict: violated
// violation: AssertionError at one:@one
// run: two
// args: --method WaitingStates.two --requires WaitingStates.depends --depth 2
// verdict: violated
// violation: AssertionError at two:@two
// run: either
// args: --method WaitingStates.either --requires WaitingStates.depends --depth 2
// verdict: proved
// run: kept
// args: --method WaitingStates.kept --requires WaitingStates.depends --depth 2
// verdict: violated
// violation: AssertionError at kept:@kept
class WaitingStates {
    int elem;
    WaitingStates next;

    static boolean depends(WaitingStates list, int n) {
        return list != null
                && list.next != null
                && list.next != list
                && (list.elem > 0 ? list.next.elem == 1 : list.next.elem == 2);
    }

    /** Forgets what the element was, but the precondition does not. */
    private static int forget(WaitingStates list, int n) {
        if (list.elem > 0) {
            list.elem = 0;
        } else {
            list.elem = 0;
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += n > i ? 1 : 0;
        }
        return sum;
    }

    static void one(WaitingStates list, int n) {
        forget(list, n);
        assert list.next.elem != 1; // @one
    }

    static void two(WaitingStates list, int n) {
        forget(list, n);
        assert list.next.elem != 2; // @two
    }

    static void either(WaitingStates list, int n) {
        forget(list, n);
        assert list.next.elem == 1 || list.next.elem == 2;
    }

    /** The same where the next element is changed before the precondition has seen it. */
    static void kept(WaitingStates list, int n) {
        boolean isPositive = list.elem > 0;
        list.next.elem += 5;
        forget(list, n);
        assert !isPositive || list.next.elem != 6; // @kept
    }
}
