// A native method nobody knows ends its path, and is named.
// run: called
// args: --method NativeMethod.called
// verdict: inconclusive
// reason: hidden
// run: avoided
// args: --method NativeMethod.avoided
// verdict: proved
class NativeMethod {
    static native int hidden(int x);

    static int called(int x) {
        return x > 0 ? hidden(x) : 0;
    }

    static int avoided(int x) {
        if (x > 0 && x < 0) {
            return hidden(x);
        }
        return 0;
    }
}
