// The last element has no right neighbour.
// args: --method Neighbours.ascending
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at ascending:@right
class Neighbours {
    static boolean ascending(int[] a) {
        if (a == null) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] > a[i + 1]) { // @right
                return false;
            }
        }
        return true;
    }
}
