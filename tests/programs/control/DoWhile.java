// A do loop runs at least once.
// run: once
// args: --method DoWhile.once
// verdict: violated
// violation: AssertionError at once:@once
// run: digits
// args: --method DoWhile.digits
// verdict: proved
class DoWhile {
    static void once(int n) {
        int i = 0;
        do {
            i++;
        } while (i < n && i < 3);
        assert n > 3 || i == n; // @once
    }

    static void digits(byte b) {
        int n = b & 0xff;
        int count = 0;
        do {
            n /= 10;
            count++;
        } while (n != 0);
        assert 1 <= count && count <= 3;
    }
}
