// Unboxing null fails; so does an unboxed conditional.
// run: null
// args: --method Unboxing.unbox
// verdict: violated
// violation: NullPointerException at unbox:@unbox
// run: guarded
// args: --method Unboxing.guarded
// verdict: proved
class Unboxing {
    static int unbox(boolean b, int x) {
        Integer none = null;
        Integer result = b ? none : x; // @unbox
        return result == null ? 0 : 1;
    }

    static int guarded(boolean b) {
        Integer none = b ? null : Integer.valueOf(3);
        return none == null ? 0 : none;
    }
}
