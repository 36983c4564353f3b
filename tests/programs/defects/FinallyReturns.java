// A return in the finally block swallows the exception.
// run: defect
// args: --method FinallyReturnsDefect.reports
// verdict: violated
// violation: AssertionError at reports:@failure
// run: fixed
// args: --method FinallyReturnsFixed.reports
// verdict: proved
class FinallyReturnsDefect {
    private boolean closed;

    boolean store(int size) {
        boolean done = false;
        try {
            if (size > 100) {
                throw new IllegalStateException("disk full");
            }
            done = true;
        } finally {
            closed = true;
            return closed;
        }
    }

    static void reports(int size) {
        boolean stored;
        try {
            stored = new FinallyReturnsDefect().store(size);
        } catch (IllegalStateException full) {
            stored = false;
        }
        assert stored == (size <= 100); // @failure
    }
}

class FinallyReturnsFixed {
    private boolean closed;

    boolean store(int size) {
        boolean done = false;
        try {
            if (size > 100) {
                throw new IllegalStateException("disk full");
            }
            done = true;
        } finally {
            closed = true;
        }
        return done;
    }

    static void reports(int size) {
        boolean stored;
        try {
            stored = new FinallyReturnsFixed().store(size);
        } catch (IllegalStateException full) {
            stored = false;
        }
        assert stored == (size <= 100);
    }
}
