// Boxes: compare, sum, parse and equality of different types.
// run: compared
// args: --method BoxedMaths.compared --depth 1
// verdict: proved
// run: mixed
// args: --method BoxedMaths.mixed --depth 1
// verdict: violated
// violation: AssertionError at mixed:@mixed
class BoxedMaths {
    static void compared(Integer a, Integer b) {
        if (a == null || b == null) {
            return;
        }
        assert (Integer.compare(a, b) == 0) == a.equals(b);
        assert a.hashCode() == a && Integer.toString(a).equals(String.valueOf(a));
        assert Long.valueOf(a).intValue() == a;
    }

    static void mixed(Integer a, Long b) {
        if (a != null && b != null && a.longValue() == b) {
            assert a.equals(b); // @mixed
        }
    }
}
