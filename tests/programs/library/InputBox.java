// An unknown Integer may be the very object that the cache of small values holds, or another of the same value.
// run: cached
// args: --method InputBox.cached
// verdict: inconclusive
// reason: the identity of a boxed value of the input
// run: equal
// args: --method InputBox.equal
// verdict: violated
// violation: AssertionError at equal:@equal
class InputBox {
    static void cached(Integer number) {
        Integer five = 5;
        assert number != five;
    }

    static void equal(Integer number) {
        assert number == null || !number.equals(5); // @equal
    }
}
