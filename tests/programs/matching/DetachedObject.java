// An object that no variable reaches any more may still be what an unread field refers to, with all that was written into it.
// run: found
// args: --method DetachedObject.found
// verdict: violated
// violation: AssertionError at found:@found
// run: untouched
// args: --method DetachedObject.untouched
// verdict: proved
class DetachedObject {
    static class Thing {
    }

    Thing thing;
    DetachedObject link;

    static void found(DetachedObject gone, DetachedObject kept, boolean write, int z) {
        Thing made = new Thing();
        if (gone == null || kept == null || gone == kept) {
            return;
        }
        if (write) {
            if (z > 5 || z < 3) {
                return;
            }
            gone.thing = made;
        }
        gone = null;
        for (int k = 0; k < 2; k++) {
        }
        assert kept.link == null || kept.link == kept || kept.link.thing != made; // @found
    }

    static void untouched(DetachedObject gone, DetachedObject kept, boolean write, int z) {
        Thing made = new Thing();
        if (gone == null || kept == null || gone == kept) {
            return;
        }
        if (write) {
            if (z > 5 || z < 3) {
                return;
            }
            gone.link = kept;
        }
        gone = null;
        for (int k = 0; k < 2; k++) {
        }
        assert kept.link == null || kept.link == kept || kept.link.thing != made;
    }
}
