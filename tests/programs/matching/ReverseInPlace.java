// Reversal forgets nothing of a list, yet what it has passed does not matter for null-safety.
// run: wrong
// args: --method ReverseInPlace.wrong --depth 3
// verdict: violated
// violation: AssertionError at wrong:@longer
// run: bounded
// args: --method ReverseInPlace.right --requires ReverseInPlace.ends --depth 3
// verdict: bounded
class ReverseInPlace {
    ReverseInPlace next;

    static boolean ends(ReverseInPlace list) {
        int limit = 4;
        while (list != null && limit > 0) {
            list = list.next;
            limit--;
        }
        return list == null;
    }

    static ReverseInPlace reverse(ReverseInPlace list) {
        ReverseInPlace done = null;
        while (list != null) {
            ReverseInPlace next = list.next;
            list.next = done;
            done = list;
            list = next;
        }
        return done;
    }

    static void right(ReverseInPlace list) {
        ReverseInPlace reversed = reverse(list);
        assert (list == null) == (reversed == null);
        assert list == null || list.next == null;
    }

    static void wrong(ReverseInPlace list) {
        if (list == null || list.next == list || (list.next != null && list.next.next != null)) {
            return;
        }
        ReverseInPlace reversed = reverse(list);
        assert reversed == list; // @longer
    }
}
