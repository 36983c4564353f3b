// Ternaries; the second version compares the wrong pair.
// run: right
// args: --method Maximum.right
// verdict: proved
// run: wrong
// args: --method Maximum.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class Maximum {
    static void right(int a, int b, int c) {
        int max = a > b ? a > c ? a : c : b > c ? b : c;
        assert max >= a && max >= b && max >= c;
    }

    static void wrong(int a, int b, int c) {
        int max = a > b ? a > c ? a : c : a > c ? a : b;
        assert max >= a && max >= b && max >= c; // @wrong
    }
}
