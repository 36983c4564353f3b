// The bug sits behind the third node: depth 2 does not reach it, depth 3 does.
// run: shallow
// args: --method DepthBound.third --depth 2
// verdict: bounded
// run: deep
// args: --method DepthBound.third --depth 3
// verdict: violated
// violation: AssertionError at third:@third
// run: deepening
// args: --method DepthBound.third
// verdict: violated
// violation: AssertionError at third:@third
class DepthBound {
    DepthBound next;

    static void third(DepthBound a) {
        if (a == null) {
            return;
        }
        DepthBound b = a.next;
        if (b == null || b == a) {
            return;
        }
        DepthBound c = b.next;
        if (c != null) {
            assert c == a || c == b; // @third
        }
    }
}
