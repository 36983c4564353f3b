// Two array parameters may be the same array.
// run: valid
// args: --method AliasedArrays.write --requires AliasedArrays.valid
// verdict: violated
// violation: AssertionError at write:@same
// run: everything
// args: --method AliasedArrays.write
// verdict: violated
// violation: NullPointerException at write:@first
// violation: ArrayIndexOutOfBoundsException at write:@first
// violation: NullPointerException at write:@second
// violation: ArrayIndexOutOfBoundsException at write:@second
// violation: AssertionError at write:@same
// run: distinct
// args: --method AliasedArrays.write --requires AliasedArrays.distinct
// verdict: proved
class AliasedArrays {
    static boolean valid(int[] a, int[] b, int i, int j) {
        return a != null && b != null && 0 <= i && i < a.length && 0 <= j && j < b.length;
    }

    static boolean distinct(int[] a, int[] b, int i, int j) {
        return valid(a, b, i, j) && a != b;
    }

    static void write(int[] a, int[] b, int i, int j) {
        a[i] = 1; // @first
        b[j] = 2; // @second
        assert a[i] == 1; // @same
    }
}
