// A name that nobody reads any more has a value of its own in every state: no predicate on it holds of all of them.
// args: --method DeadNames.walk
// verdict: violated
// violation: AssertionError at walk:@late
class DeadNames {
    static void walk(int[] steps) {
        if (steps == null) {
            return;
        }
        int large = 0;
        int last = 0;
        int least = 0;
        for (int i = 0; i < steps.length; i++) {
            assert last >= 5 || large <= 2; // @late
            int step = steps[i];
            if (step < 0) {
                return;
            }
            last = step;
            if (step < 5) {
                least = 0;
            } else {
                least = 5;
                large++;
            }
            assert least <= last;
        }
    }
}
