// A contradiction of conditions is no path.
// args: --method Infeasible.check
// verdict: proved
// paths: 2
class Infeasible {
    static int seen;

    static void check(int x) {
        if (x > 5) {
            seen = 1;
            if (x < 3) {
                assert false;
            }
        }
    }
}
