// Indices of a loop over an array of any length stay inside; one step too far does not.
// run: fill
// args: --method ArrayFill.fill --heap lazy --match over
// verdict: proved
// run: faulty
// args: --method ArrayFill.faulty --heap lazy --match over
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at faulty:@store
// run: downwards
// args: --method ArrayFill.downwards --heap lazy --match over
// verdict: proved
// run: fill-shared
// args: --method ArrayFill.fill --heap lazy --match over --jobs 2
// verdict: proved
// run: faulty-shared
// args: --method ArrayFill.faulty --heap lazy --match over --jobs 2
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at faulty:@store
// run: downwards-shared
// args: --method ArrayFill.downwards --heap lazy --match over --jobs 2
// verdict: proved
class ArrayFill {
    static void fill(int[] array, int v) {
        if (array == null) {
            return;
        }
        for (int i = 0; i < array.length; i++) {
            array[i] = v;
            assert array[i] == v;
        }
    }

    static void faulty(int[] array, int v) {
        if (array == null) {
            return;
        }
        for (int i = 0; i <= array.length; i++) {
            array[i] = v; // @store
        }
    }

    static long downwards(int[] array) {
        long sum = 0;
        if (array != null) {
            for (int i = array.length - 1; i >= 0; i--) {
                sum += array[i];
            }
        }
        return sum;
    }
}
