// The first matching handler is taken, also across frames.
// run: order
// args: --method OwnHierarchy.order
// verdict: proved
// run: wrong
// args: --method OwnHierarchy.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class OwnHierarchy {
    static class Problem extends Exception {
        final int code;

        Problem(int code) {
            this.code = code;
        }
    }

    static class Grave extends Problem {
        Grave(int code) {
            super(code + 100);
        }
    }

    static void raise(int x) throws Problem {
        if (x > 10) {
            throw new Grave(x & 15);
        }
        if (x > 0) {
            throw new Problem(x);
        }
    }

    static int handle(int x) {
        try {
            raise(x);
            return 0;
        } catch (Grave grave) {
            return grave.code;
        } catch (Problem problem) {
            return problem.code;
        }
    }

    static void order(int x) {
        int code = handle(x);
        assert x > 0 || code == 0;
        assert x <= 10 || code >= 100;
        assert x <= 0 || x > 10 || code == x;
    }

    static void wrong(int x) {
        assert handle(x) < 115; // @wrong
    }
}
