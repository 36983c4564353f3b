// Leaving and continuing the outer loop from the inner one.
// run: found
// args: --method LabelledBreak.found
// verdict: proved
// run: skipped
// args: --method LabelledBreak.skipped
// verdict: violated
// violation: AssertionError at skipped:@skipped
class LabelledBreak {
    static void found(int x) {
        int steps = 0;
        outer:
        for (int i = 1; i < 4; i++) {
            for (int j = 1; j < 4; j++) {
                steps++;
                if (i * j == x) {
                    break outer;
                }
            }
        }
        assert x != 1 || steps == 1;
        assert x != 6 || steps == 6;
        assert x != 5 || steps == 9;
    }

    static void skipped(int x) {
        int steps = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j == x) {
                    continue outer;
                }
                steps++;
            }
        }
        assert steps != 6; // @skipped
    }
}
