// Loops that never end: the same state comes back with no choice left. An outcome, and a violation if that is asked for.
// run: spins
// args: --method NeverEnds.spins
// verdict: proved
// endless: spins:@spins
// run: reported
// args: --method NeverEnds.spins --report endless
// verdict: violated
// violation: Endless at spins:@spins
// run: forever
// args: --method NeverEnds.forever --report endless --heap lazy
// verdict: violated
// violation: Endless at forever:@forever
// run: flips
// args: --method NeverEnds.flips --report endless --heap summary
// verdict: violated
// violation: Endless at flips:@flips
// run: inside
// args: --method NeverEnds.inside --report endless --heap lazier
// verdict: violated
// violation: Endless at inside:@inside
// run: nested
// args: --method NeverEnds.nested --report endless --heap lazier-sharp
// verdict: violated
// violation: Endless at nested:@nested
// run: list
// args: --method NeverEnds.list --depth 2 --match exact
// verdict: proved
// endless: list:@list
// run: ends
// args: --method NeverEnds.ends --report endless
// verdict: proved
// run: counts
// args: --method NeverEnds.counts --match exact --report endless
// verdict: bounded
// reason: that every loop ends was not shown
class NeverEnds {
    int value;
    NeverEnds next;

    static void spins(int x) {
        while (x > 0 && x < 6) { // @spins
        }
    }

    static void forever() {
        while (true) { // @forever
        }
    }

    static void flips(int x) {
        for (;;) {
            x ^= 1; // @flips
        }
    }

    // Only one of the ways through the body leaves everything as it is.
    static int inside(NeverEnds object, int x) {
        if (object == null) {
            return 0;
        }
        object.value = 1;
        while (x != 0) {
            if (x != 5) {
                return object.value;
            }
            object.value = 3 - object.value; // @inside
        }
        return 1;
    }

    static void nested(boolean stay) {
        int rounds = 0;
        while (stay) {
            rounds = 1 - rounds; // @nested
            for (int i = 0; i < 3; i++) {
                rounds += i;
            }
            rounds -= 3;
        }
    }

    static int list(NeverEnds node) {
        int count = 0;
        while (node != null) {
            node = node.next; // @list
        }
        return count;
    }

    static int ends(byte x) {
        int steps = 0;
        for (int i = 0; i < 40; i++) {
            steps += i;
        }
        while (x > 100) {
            x--;
            steps++;
        }
        return steps;
    }

    // It ends for every number that is a multiple of two, and for no other.
    static void counts(int x) {
        while (x != 0) {
            x -= 2;
        }
    }
}
