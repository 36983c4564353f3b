// Leaving the inner loop and leaving both are different places.
// run: both
// args: --method LabelledLoops.both --depth 3
// verdict: violated
// violation: AssertionError at both:@found
// run: walk
// args: --method LabelledLoops.walk --match exact
// verdict: proved
class LabelledLoops {
    LabelledLoops next;
    LabelledLoops other;

    static void both(LabelledLoops list) {
        boolean found = false;
        outer:
        for (LabelledLoops a = list; a != null; a = a.next) {
            for (LabelledLoops b = a.other; b != null; b = b.next) {
                if (b == list) {
                    found = true;
                    break outer;
                }
                if (b == a) {
                    continue outer;
                }
            }
        }
        assert !found; // @found
    }

    static void walk(LabelledLoops list) {
        LabelledLoops a = list;
        outer:
        while (a != null) {
            LabelledLoops b = a.other;
            while (b != null) {
                if (b == a) {
                    break outer;
                }
                b = b.next;
                if (b == null) {
                    a = a.next;
                    continue outer;
                }
            }
            a = a.next;
        }
    }
}
