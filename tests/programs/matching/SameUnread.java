// One reference that nobody has looked at, held in two fields, against two fields nobody has looked at.
// run: copied
// args: --method SameUnread.copied
// verdict: violated
// violation: AssertionError at copied:@differ
// run: stored
// args: --method SameUnread.stored
// verdict: violated
// violation: AssertionError at stored:@other
// run: always
// args: --method SameUnread.always
// verdict: proved
class SameUnread {
    SameUnread link;

    static void copied(SameUnread x, SameUnread y, boolean copy) {
        if (x == null || y == null || x == y) {
            return;
        }
        if (copy) {
            y.link = x.link;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert x.link == y.link; // @differ
    }

    static void stored(SameUnread x, SameUnread y, SameUnread both, boolean store) {
        if (x == null || y == null || x == y) {
            return;
        }
        if (store) {
            y.link = both;
            x.link = both;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert x.link == y.link; // @other
    }

    static void always(SameUnread x, SameUnread y, SameUnread both, boolean store) {
        if (x == null || y == null) {
            return;
        }
        if (store) {
            y.link = both;
            x.link = both;
        } else {
            x.link = y.link;
        }
        for (int k = 0; k < 2; k++) {
        }
        assert x.link == y.link;
    }
}
