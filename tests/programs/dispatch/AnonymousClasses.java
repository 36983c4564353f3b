// Anonymous classes keep the values they captured, and share the object they captured.
// run: captured
// args: --method AnonymousClasses.captured
// verdict: proved
// run: shared
// args: --method AnonymousClasses.shared
// verdict: violated
// violation: AssertionError at shared:@shared
interface Source {
    int next();
}

class AnonymousClasses {
    static Source from(int start) {
        return new Source() {
            int current = start;

            public int next() {
                return current++;
            }
        };
    }

    static void captured(int x) {
        Source a = from(x);
        Source b = from(x);
        assert a.next() == x;
        assert a.next() == x + 1;
        assert b.next() == x;
    }

    static void shared(int x) {
        int[] cell = {x};
        Source source = new Source() {
            public int next() {
                return cell[0]++;
            }
        };
        source.next();
        assert cell[0] == x; // @shared
    }
}
