// A long that is cut down to an int before it is compared.
// args: --method CutOff.read
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at read:@read
class CutOff {
    static int read(int[] a, long[] places) {
        if (a == null || places == null) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < places.length; i++) {
            if (places[i] >= 0 && (int) places[i] < a.length) {
                sum += a[(int) places[i]]; // @read
            }
        }
        return sum;
    }
}
