// Array sizes must not be negative.
// run: any
// args: --method NegativeSize.any
// verdict: violated
// violation: NegativeArraySizeException at any:@new
// run: small
// args: --method NegativeSize.small
// verdict: proved
// run: second
// args: --method NegativeSize.second
// verdict: violated
// violation: NegativeArraySizeException at second:@second
class NegativeSize {
    static int any(int n) {
        if (n < 100) {
            return new int[n].length; // @new
        }
        return 0;
    }

    static void small(int n) {
        if (0 <= n && n < 100) {
            assert new long[n].length == n;
        }
    }

    static int second(byte n) {
        return new int[2][n].length; // @second
    }
}
