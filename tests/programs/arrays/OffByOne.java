// One step too far.
// run: wrong
// args: --method OffByOne.wrong --unwind 3
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at wrong:@read
// run: right
// args: --method OffByOne.right --unwind 4
// verdict: bounded
class OffByOne {
    static int wrong(int[] a) {
        int sum = 0;
        if (a != null) {
            for (int i = 0; i <= a.length; i++) {
                sum += a[i]; // @read
            }
        }
        return sum;
    }

    static int right(int[] a) {
        int sum = 0;
        if (a != null) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
            }
        }
        return sum;
    }
}
