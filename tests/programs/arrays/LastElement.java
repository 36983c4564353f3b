// The last element of an array from outside: it may be null, it may be empty.
// run: unguarded
// args: --method LastElement.unguarded
// verdict: violated
// violation: NullPointerException at unguarded:@last
// violation: ArrayIndexOutOfBoundsException at unguarded:@last
// run: guarded
// args: --method LastElement.guarded
// verdict: proved
class LastElement {
    static int unguarded(int[] a) {
        return a[a.length - 1]; // @last
    }

    static int guarded(int[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        return a[a.length - 1];
    }
}
