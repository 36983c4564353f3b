// An unknown Integer may be the very object that the cache of small values holds, or another of the same value.
// run: cached
// args: --method InputBox.cached
// verdict: violated
// violation: AssertionError at cached:@cached
// run: another
// args: --method InputBox.another
// verdict: violated
// violation: AssertionError at another:@another
// run: two
// args: --method InputBox.two
// verdict: proved
// run: large
// args: --method InputBox.large
// verdict: proved
// run: truth
// args: --method InputBox.truth
// verdict: violated
// violation: AssertionError at truth:@truth
// run: equal
// args: --method InputBox.equal
// verdict: violated
// violation: AssertionError at equal:@equal
class InputBox {
    static void cached(Integer number) {
        Integer five = 5;
        assert number != five; // @cached
    }

    static void another(Integer number) {
        Integer five = 5;
        assert number == null || number != 5 || number == five; // @another
    }

    static void two(Integer one, Integer other) {
        Integer five = 5;
        if (one == five && other == five) {
            assert one == other;
        }
    }

    static void large(Integer number) {
        Integer big = 1000;
        assert number != big;
    }

    static void truth(Boolean flag) {
        assert flag != Boolean.TRUE; // @truth
    }

    static void equal(Integer number) {
        assert number == null || !number.equals(5); // @equal
    }
}
