// Far-apart labels, extremes included, in a lookup switch.
// run: all
// args: --method SparseSwitch.all
// verdict: proved
// paths: 5
// run: one
// args: --method SparseSwitch.one
// verdict: violated
// violation: AssertionError at one:@one
class SparseSwitch {
    static int seen;

    static void all(int x) {
        switch (x) {
            case Integer.MIN_VALUE: seen = 1; break;
            case -1: seen = 2; break;
            case 1000000: seen = 3; break;
            case Integer.MAX_VALUE: seen = 4; break;
            default: seen = 5;
        }
        assert seen != 1 || x < 0;
    }

    static void one(char c) {
        switch (c) {
            case 'x': case '\uffff':
                assert c == 'x'; // @one
                break;
            default:
                break;
        }
    }
}
