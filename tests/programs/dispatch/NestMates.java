// Private members of nested classes, called without accessors; private methods are not overridden.
// run: rules
// args: --method NestMates.rules
// verdict: proved
// run: wrong
// args: --method NestMates.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class NestMates {
    private int secret = 3;

    private int value() {
        return 1;
    }

    int read() {
        return value();
    }

    static class Derived extends NestMates {
        private int value() {
            return 2;
        }

        private int both(NestMates other) {
            return other.secret * 10 + other.value();
        }
    }

    static void rules() {
        Derived derived = new Derived();
        assert derived.read() == 1;
        assert derived.value() == 2;
        assert derived.both(derived) == 31;
    }

    static void wrong(int x) {
        NestMates n = new Derived();
        n.secret = x;
        assert n.secret * 2 != 14; // @wrong
    }
}
