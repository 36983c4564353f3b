// Of the caller's locals, those read after the call are live during the loop of the callee, and no others.
// run: read
// args: --method CallerReads.read
// verdict: violated
// violation: AssertionError at read:@kept
// run: handler
// args: --method CallerReads.handler
// verdict: violated
// violation: AssertionError at handler:@thrown
// run: dead
// args: --method CallerReads.dead --match exact
// verdict: proved
class CallerReads {
    CallerReads next;

    static int loop(CallerReads node) {
        int k = 0;
        while (k < 2) {
            k++;
        }
        if (node == null) {
            throw new IllegalStateException();
        }
        return k;
    }

    static void read(CallerReads node, boolean odd) {
        if (node == null) {
            return;
        }
        int kept = odd ? 3 : 2;
        int result = loop(node);
        assert result == kept; // @kept
    }

    static void handler(CallerReads node, boolean odd) {
        int kept = odd ? 3 : 2;
        try {
            loop(node);
        } catch (IllegalStateException thrown) {
            assert kept == 2; // @thrown
        }
    }

    static void dead(CallerReads node, int number) {
        int forgotten = number > 5 ? 3 : 2;
        while (node != null) {
            loop(node);
            node = node.next;
            forgotten = 0;
        }
        assert forgotten >= 0;
    }
}
