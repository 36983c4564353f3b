// A remainder can be a negative index.
// run: remainder
// args: --method HashIndex.remainder
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at remainder:@index
// run: mask
// args: --method HashIndex.mask
// verdict: proved
class HashIndex {
    static int remainder(int key) {
        int[] table = new int[16];
        return table[key * 31 % 16]; // @index
    }

    static int mask(int key) {
        int[] table = new int[16];
        return table[key * 31 & 15];
    }
}
