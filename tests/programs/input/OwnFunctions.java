// Interfaces of the program with one method: unknown functions where no class implements them or they are marked as
// functional; else the classes that do.
// run: unimplemented
// args: --method OwnFunctions.asked
// verdict: violated
// violation: AssertionError at asked:@asked
// run: default
// args: --method OwnFunctions.twice
// verdict: violated
// violation: AssertionError at twice:@twice
// run: marked
// args: --method OwnFunctions.marked
// verdict: violated
// violation: AssertionError at marked:@marked
// run: implemented
// args: --method OwnFunctions.implemented
// verdict: proved
// run: object
// args: --method OwnFunctions.made
// verdict: violated
// violation: NullPointerException at made:@made
class OwnFunctions {
    interface Oracle {
        int answer(int question);

        default int twice(int question) {
            return answer(answer(question));
        }
    }

    @FunctionalInterface
    interface Rule {
        boolean holds(OwnFunctions here);
    }

    static class Always implements Rule {
        public boolean holds(OwnFunctions here) {
            return true;
        }
    }

    interface Shape {
        int sides();
    }

    static class Square implements Shape {
        public int sides() {
            return 4;
        }
    }

    interface Maker {
        OwnFunctions make(String name);
    }

    int x;

    static void asked(Oracle oracle) {
        assert oracle == null || oracle.answer(42) != 43; // @asked
    }

    static void twice(Oracle oracle) {
        if (oracle != null && oracle.answer(1) == 2) {
            assert oracle.twice(1) != 7; // @twice
        }
    }

    static void marked(Rule rule) {
        assert rule == null || rule.holds(null); // @marked
    }

    static void implemented(Shape shape) {
        assert shape == null || shape.sides() == 4;
    }

    static int made(Maker maker) {
        return maker == null ? 0 : maker.make("a").x; // @made
    }
}
