// Half of a surrogate pair is a character like any other: it is not replaced, neither in a format nor in the name of a property.
// run: format
// args: --method HalfPairs.format
// verdict: violated
// violation: AssertionError at format:@format
// run: concrete
// args: --method HalfPairs.concrete
// verdict: proved
// run: property
// args: --method HalfPairs.property
// verdict: proved
class HalfPairs {
    static void format(int n) {
        if (n >= 0 && n < 10) {
            assert String.format("\ud800%d", n).charAt(0) != '\ud800'; // @format
        }
    }

    static void concrete() {
        assert String.format("\ud800%d", 7).equals("\ud8007");
    }

    static void property() {
        System.setProperty("\ufffd", "replaced");
        assert System.getProperty("\ud800") == null;
    }
}
