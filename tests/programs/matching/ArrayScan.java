// A scan with an index that only grows: what it knows of the index it has is as much as it knew of the one before.
// run: bounds
// args: --method ArrayScan.bounds --match exact
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at bounds:@past
// run: found
// args: --method ArrayScan.few
// verdict: proved
class ArrayScan {
    static int bounds(int[] a, int wanted) {
        if (a == null) {
            return -1;
        }
        int i = 0;
        while (a[i] != wanted) { // @past
            i++;
        }
        return i;
    }

    static void few(int[] a, int wanted) {
        if (a == null || a.length > 4) {
            return;
        }
        int found = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == wanted) {
                found = i;
                break;
            }
        }
        assert found < 0 || a[found] == wanted;
    }
}
