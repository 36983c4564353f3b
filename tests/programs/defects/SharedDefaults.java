// A cache hands out its own array, and every caller may change it for all others.
// run: defect
// args: --method SharedDefaultsDefect.independent
// verdict: violated
// violation: AssertionError at independent:@own
// run: fixed
// args: --method SharedDefaultsFixed.independent
// verdict: proved
class SharedDefaultsDefect {
    private static final int[] DEFAULTS = {8080, 30};

    static int[] settings() {
        return DEFAULTS;
    }

    static void independent(int port) {
        int[] mine = settings();
        mine[0] = port;
        int[] yours = settings();
        assert yours[0] == 8080; // @own
    }
}

class SharedDefaultsFixed {
    private static final int[] DEFAULTS = {8080, 30};

    static int[] settings() {
        return DEFAULTS.clone();
    }

    static void independent(int port) {
        int[] mine = settings();
        mine[0] = port;
        int[] yours = settings();
        assert yours[0] == 8080;
    }
}
