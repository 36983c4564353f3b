// Writes at unknown places and reads at others.
// run: hidden
// args: --method WriteThenRead.hidden
// verdict: violated
// violation: AssertionError at hidden:@hidden
// run: kept
// args: --method WriteThenRead.kept
// verdict: proved
class WriteThenRead {
    static void hidden(int i, int j) {
        int[] a = new int[8];
        a[i & 7] = 5;
        a[j & 7] = 6;
        assert a[i & 7] == 5; // @hidden
    }

    static void kept(int i, int j) {
        int[] a = new int[8];
        a[i & 7] = 5;
        a[j & 7] = 6;
        assert a[j & 7] == 6;
        if ((i & 7) != (j & 7)) {
            assert a[i & 7] == 5;
        }
        int k = i + j & 7;
        assert a[k] == 0 || a[k] == 5 || a[k] == 6;
    }
}
