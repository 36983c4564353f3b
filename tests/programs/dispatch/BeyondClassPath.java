// An Object from outside may be a string, a number or an array, of which no class is on the class path: nothing may be
// proved from its not being one.
// run: string
// args: --method BeyondClassPath.noString
// verdict: violated
// violation: AssertionError at noString:@string
// run: date
// args: --method BeyondClassPath.noDate
// verdict: violated
// violation: AssertionError at noDate:@date
// run: ordered
// args: --method BeyondClassPath.noOrder
// verdict: violated
// violation: AssertionError at noOrder:@order
// run: loader
// args: --method BeyondClassPath.noLoader
// verdict: inconclusive
// reason: java.lang.Object
// run: array
// args: --method BeyondClassPath.noAlias
// verdict: violated
// violation: AssertionError at noAlias:@alias
// run: row
// args: --method BeyondClassPath.noMatrix
// verdict: inconclusive
// reason: java.lang.Object[]
// run: equals
// args: --method BeyondClassPath.identity
// verdict: violated
// violation: AssertionError at identity:@identity
// run: store
// args: --method BeyondClassPath.store
// verdict: inconclusive
// reason: java.lang.Object[]
// run: unasked
// args: --method BeyondClassPath.unasked
// verdict: proved
final class BeyondClassPath {
    static void noString(Object o) {
        assert !(o instanceof String); // @string
    }

    static void noDate(Object o) {
        assert !(o instanceof java.util.Date); // @date
    }

    static void noOrder(Object o) {
        if (!(o instanceof String)) {
            assert !(o instanceof Comparable); // @order
        }
    }

    static void noLoader(Object o) {
        assert !(o instanceof ClassLoader);
    }

    static void noAlias(Object o, int[] a) {
        assert o == null || o != a; // @alias
    }

    static void noMatrix(Object[] a) {
        assert !(a instanceof int[][]);
    }

    static void identity(Object a, Object b) {
        assert a == null || a == b || !a.equals(b); // @identity
    }

    static void store(Object[] a) {
        if (a != null && a.length > 0) {
            a[0] = new BeyondClassPath();
        }
    }

    static void unasked(Object[] a, Object b) {
        if (a != null && a.length > 0 && a[0] == b) {
            assert b == a[0];
        }
    }
}
