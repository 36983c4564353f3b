// Smaller elements are swapped to the front; the place for the next one is never beyond the one that is looked at.
// args: --method Partition.around
// verdict: proved
class Partition {
    static int around(int[] a, int pivot) {
        if (a == null) {
            return 0;
        }
        int store = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < pivot) {
                int swapped = a[i];
                a[i] = a[store];
                a[store] = swapped;
                store++;
            }
        }
        assert 0 <= store && store <= a.length;
        return store;
    }
}
