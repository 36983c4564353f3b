// A loop that makes objects: those it has let go of do not count, those it has linked do.
// run: forgets
// args: --method AllocatingLoop.forgets --match exact
// verdict: proved
// run: links
// args: --method AllocatingLoop.links --depth 4
// verdict: violated
// violation: AssertionError at links:@three
class AllocatingLoop {
    AllocatingLoop next;

    static void forgets(AllocatingLoop list) {
        AllocatingLoop made = null;
        while (list != null) {
            made = new AllocatingLoop();
            list = list.next;
        }
        assert made == null || made.next == null;
    }

    static void links(AllocatingLoop list) {
        AllocatingLoop copy = null;
        while (list != null) {
            AllocatingLoop made = new AllocatingLoop();
            made.next = copy;
            copy = made;
            list = list.next;
        }
        assert copy == null || copy.next == null || copy.next.next == null || copy.next.next.next != null; // @three
    }
}
