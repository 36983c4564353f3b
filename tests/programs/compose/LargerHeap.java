// Not null is not the same as referred to by nothing else: the caller has an object that the method does not see, and the field of its
// argument refers to that.
// args: --method LargerHeap.third --compose
// verdict: violated
// violation: AssertionError at third:@third
class LargerHeap {
    int mark;
    LargerHeap next;

    static int step(LargerHeap x) {
        if (x.next != null) {
            if (x.next == x) return 1;
            x.next.mark = 7;
            return 2;
        }
        return 0;
    }

    static void third(LargerHeap x, LargerHeap z) {
        if (x == null || z == null || x == z) return;
        z.mark = 3;
        int way = step(x);
        if (way < 2) assert z.mark == 3;
        assert z.mark == 3; // @third
    }
}
