// The remainder of a negative odd number is -1.
// run: wrong
// args: --method OddTest.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
// run: right
// args: --method OddTest.right
// verdict: proved
class OddTest {
    static void wrong(int x) {
        if ((x & 1) == 1) {
            assert x % 2 == 1; // @wrong
        }
    }

    static void right(int x) {
        if ((x & 1) == 1) {
            assert x % 2 != 0;
        }
    }
}
