// Compound assignments evaluate their left side once and cast back.
// run: once
// args: --method CompoundAssignment.once
// verdict: proved
// run: string
// args: --method CompoundAssignment.string
// verdict: violated
// violation: AssertionError at string:@string
class CompoundAssignment {
    static void once(int x) {
        int[] array = {1, 2, 3};
        int i = 0;
        array[i++] += x;
        assert i == 1 && array[0] == 1 + x;
        byte b = 10;
        b += x;
        assert b == (byte) (10 + x);
    }

    static void string(char c) {
        String text = "";
        text += c + 1;
        assert text.length() != 5; // @string
    }
}
