// What is assumed of the entry's parameters need not hold of what the entry passes on.
// args: --method OwnInvariant.run --compose --requires OwnInvariant.positive
// verdict: violated
// violation: AssertionError at half:@odd
class OwnInvariant {
    int size;

    boolean repOk() {
        return size >= 0;
    }

    static boolean positive(OwnInvariant one) {
        return one != null && one.size > 0;
    }

    static int half(OwnInvariant one) {
        if (one.size < 0) throw new AssertionError("less than nothing"); // @odd
        return one.size / 2;
    }

    static void run(OwnInvariant one) {
        assert half(one) >= 0;
        one.size = -one.size;
        half(one);
    }
}
