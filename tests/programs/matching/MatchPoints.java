// Places that the program marks for comparison: beside the loops that are found, or instead of them.
// run: beside
// args: --method MatchPoints.marked --match exact
// verdict: proved
// run: instead
// args: --method MatchPoints.marked --match exact --match-at marked
// verdict: proved
// run: as-in-the-paper
// args: --method MatchPoints.asInThePaper --match exact --match-at marked
// verdict: proved
// run: of-the-library
// args: --method MatchPoints.ofTheLibrary --match exact --match-at marked
// verdict: proved
// run: no-mark
// args: --method MatchPoints.unmarked --heap lazy --match exact --match-at marked --unwind 6
// verdict: bounded
// reason: --unwind
// run: found-where-no-mark-is-needed
// args: --method MatchPoints.unmarked --heap lazy --match exact
// verdict: proved
// run: abstract
// args: --method MatchPoints.marked --heap lazy --match abstract --match-at marked
// verdict: proved
// run: over
// args: --method MatchPoints.marked --match over --match-at marked
// verdict: proved
// run: no-matching
// args: --method MatchPoints.marked --heap lazy --match none --max-choices 8
// verdict: bounded
// run: through-a-lambda
// args: --method MatchPoints.throughALambda --match exact
// verdict: proved
// run: violated
// args: --method MatchPoints.tooFar --match exact --match-at marked
// verdict: violated
// violation: AssertionError at tooFar:@too-far
// run: what-is-live-counts
// args: --method MatchPoints.later --match exact --match-at marked
// verdict: violated
// violation: AssertionError at later:@later
// run: several-threads
// args: --main MatchPoints
// verdict: proved
import gov.nasa.jpf.vm.Verify;
import lazuli.Sym;

class MatchPoints {
    static class Node {
        int value;
        Node next;
    }

    static Node marked(Node list, int limit) {
        Node at = list;
        while (at != null) {
            Sym.matchHere();
            if (at.value > limit) {
                return at;
            }
            at = at.next;
        }
        return null;
    }

    /** Nobody outside of a search knows of states that were met. */
    static boolean ifSubsumed(int place) {
        return false;
    }

    static Node asInThePaper(Node list, int limit) {
        Node at = list;
        while (at != null) {
            Verify.ignoreIf(ifSubsumed(1));
            if (at.value > limit) {
                return at;
            }
            at = at.next;
        }
        return null;
    }

    static Node ofTheLibrary(Node list, int limit) {
        Node at = list;
        while (at != null) {
            Verify.ignoreIf(Verify.ifSubsumed(1));
            if (at.value > limit) {
                return at;
            }
            at = at.next;
        }
        return null;
    }

    static Node unmarked(Node list, int limit) {
        Node at = list;
        while (at != null) {
            if (at.value > limit) {
                return at;
            }
            at = at.next;
        }
        return null;
    }

    /** The frame on top is not at a mark: it is called, and that is all. */
    static Node throughALambda(Node list, int limit) {
        Runnable mark = Sym::matchHere;
        Node at = list;
        while (at != null) {
            mark.run();
            if (at.value > limit) {
                return at;
            }
            at = at.next;
        }
        return null;
    }

    static int tooFar(Node list) {
        int length = 0;
        for (Node at = list; at != null; at = at.next) {
            Sym.matchHere();
            length++;
            assert length < 3; // @too-far
        }
        return length;
    }

    /** At the mark the heaps of both arms are alike, and yet one arm fails later: what is still read is compared. */
    static int later(Node list, boolean flag) {
        int code = flag ? 1 : 2;
        if (list == null) {
            return 0;
        }
        Sym.matchHere();
        int value = list.value > 0 ? 1 : 0;
        assert code + value != 3; // @later
        return code;
    }

    /** With more than one thread a mark is none. */
    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(Sym::matchHere);
        other.start();
        Sym.matchHere();
        other.join();
        Sym.matchHere();
    }
}
