// A bug on one path counts although another path had to be given up.
// args: --method NativeAndBug.mixed
// verdict: violated
// violation: AssertionError at mixed:@bug
// reason: hidden
class NativeAndBug {
    static native int hidden(int x);

    static int mixed(int x) {
        if (x == 17) {
            return hidden(x);
        }
        assert x != 18; // @bug
        return 0;
    }
}
