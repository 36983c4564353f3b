/** Searches whose states are compared: how that is explained and drawn. */
class Searches {
    static class Link {
        int value;
        Link rest;
    }

    /** The first link above a limit, in chains that do not come back to themselves. */
    static Link firstAbove(Link chain, int limit) {
        Link at = chain;
        while (at != null) {
            if (at.value > limit) {
                return at;
            }
            refuseKnown(chain, at, at.rest);
            at = at.rest;
        }
        return null;
    }

    /** Chains in which the next link is one that was passed already are none of ours. */
    private static void refuseKnown(Link chain, Link last, Link next) {
        for (Link link = chain; link != last; link = link.rest) {
            lazuli.Sym.assume(link != next);
        }
        lazuli.Sym.assume(last != next);
    }

    /** Whether a number is in an array. */
    static boolean holds(int[] numbers, int wanted) {
        if (numbers == null) {
            return false;
        }
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
