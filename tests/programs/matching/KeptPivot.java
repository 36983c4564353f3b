// The partition step of quicksort with the pivot in a variable of its own. There is no violation in it, but states are left out that
// others cover only after abstraction, and generalised states do not tell that none was lost: nothing is proved. With the
// pivot read from the array each time it is (AbstractPartition).
// run: kept
// args: --method KeptPivot.partition --heap lazy --match abstract
// verdict: bounded
// reason: abstract matching pruned
// run: dropped
// args: --method KeptPivot.partition --heap lazy --match abstract --abstract-locals drop
// verdict: bounded
// reason: abstract matching pruned
// run: buggy
// args: --method KeptPivot.runsOver --heap lazy --match abstract
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at runsOver:@over
class KeptPivot {
    static void partition(int[] numbers) {
        if (numbers == null || numbers.length < 3) {
            return;
        }
        int pivot = numbers[0];
        int lo = 1;
        int hi = numbers.length - 1;
        while (lo <= hi) {
            while (lo <= hi && numbers[lo] <= pivot) {
                lo++;
            }
            while (numbers[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int higher = numbers[hi];
                numbers[hi] = numbers[lo];
                numbers[lo] = higher;
            }
        }
    }

    static void runsOver(int[] numbers) {
        if (numbers == null || numbers.length < 3) {
            return;
        }
        int pivot = numbers[0];
        int lo = 1;
        int hi = numbers.length - 1;
        while (lo <= hi) {
            while (numbers[lo] <= pivot) { // @over
                lo++;
            }
            while (numbers[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int higher = numbers[hi];
                numbers[hi] = numbers[lo];
                numbers[lo] = higher;
            }
        }
    }
}
