// Leaving the inner loop and leaving both are different places.
// args: --method LabelledLoops.both --depth 3
// verdict: violated
// violation: AssertionError at both:@found
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
}
