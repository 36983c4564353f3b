// An unknown object may be of a class of the user's below one of the library's, where its class is asked for.
// run: unasked
// args: --method BelowLibrary.unasked
// verdict: proved
// run: itself
// args: --method BelowLibrary.itself
// verdict: violated
// violation: AssertionError at itself:@itself
// run: interface
// args: --method BelowLibrary.throughInterface
// verdict: violated
// violation: AssertionError at throughInterface:@interface
// run: alias
// args: --method BelowLibrary.alias
// verdict: violated
// violation: AssertionError at alias:@alias
// run: both
// args: --method BelowLibrary.aliasOfInterface
// verdict: violated
// violation: AssertionError at aliasOfInterface:@both
// run: other
// args: --method BelowLibrary.other
// verdict: proved
// run: callback
// args: --method BelowLibrary.callback
// verdict: violated
// violation: NullPointerException at BelowLibrary$Row.get:@row
// run: bug
// args: --method BelowLibrary.isPlain
// verdict: violated
// violation: AssertionError at isPlain:@plain
class BelowLibrary {
    interface Coded {
        int code();
    }

    static class Failure extends RuntimeException implements Coded {
        int code;

        public int code() {
            return code;
        }
    }

    static class Plain implements Coded {
        public int code() {
            return 1;
        }
    }

    static final class Row extends java.util.AbstractList<String> {
        String[] cells;

        @Override
        public String get(int index) {
            return cells == null ? cells[index] : ""; // @row
        }

        @Override
        public int size() {
            return 1;
        }
    }

    // The library's toString asks the list for its elements.
    static void callback(Object object) {
        if (object != null && !(object instanceof String) && !(object instanceof Failure)) {
            object.toString();
        }
    }

    static void unasked(Object object) {
        if (object != null) {
            Object same = object;
            assert same == object;
        }
    }

    static void itself(Object object) {
        assert !(object instanceof Failure); // @itself
    }

    static void throughInterface(Object object) {
        if (object instanceof Coded) {
            assert ((Coded) object).code() == 1; // @interface
        }
    }

    static void alias(Object object, Failure failure) {
        if (object != null && failure != null) {
            assert object != failure || failure.code == 0; // @alias
        }
    }

    static void aliasOfInterface(Object object, Coded coded) {
        if (object != null && coded != null && object == coded) {
            assert coded.code() == 1; // @both
        }
    }

    static void other(Object object) {
        if (object instanceof Plain) {
            assert ((Plain) object).code() == 1;
        }
    }

    static void isPlain(Object object) {
        assert !(object instanceof Plain); // @plain
    }
}
