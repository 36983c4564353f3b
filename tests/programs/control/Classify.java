// Four ways through, none fails.
// args: --method Classify.sign
// verdict: proved
// paths: 4
class Classify {
    static int seen;

    static void sign(int x) {
        if (x < 0) {
            seen = -1;
        } else if (x == 0) {
            seen = 0;
        } else if (x < 10) {
            seen = 1;
        } else {
            seen = 2;
        }
        assert seen <= 2;
    }
}
