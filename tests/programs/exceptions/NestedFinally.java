// Every finally runs, from the inside out, whatever happens.
// run: order
// args: --method NestedFinally.order
// verdict: proved
// run: replaced
// args: --method NestedFinally.replaced
// verdict: violated
// violation: NullPointerException at replaced:@replacing
class NestedFinally {
    static int trace;

    static void work(int x) {
        try {
            try {
                trace = trace * 10 + 1;
                if (x == 0) {
                    throw new IllegalStateException();
                }
                trace = trace * 10 + 2;
            } finally {
                trace = trace * 10 + 3;
            }
            trace = trace * 10 + 4;
        } catch (IllegalStateException e) {
            trace = trace * 10 + 5;
        } finally {
            trace = trace * 10 + 6;
        }
    }

    static void order(int x) {
        work(x);
        assert trace == (x == 0 ? 1356 : 12346);
    }

    static int replaced(int x) {
        int[] none = null;
        try {
            return 1 / (x & 0);
        } finally {
            trace = none.length; // @replacing
        }
    }
}
