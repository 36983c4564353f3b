// A tree from outside: bounded when it is small, endless when it is none.
// run: small
// args: --method TreeHeight.check --requires TreeHeight.small
// verdict: proved
// run: any
// args: --method TreeHeight.height --depth 2
// verdict: violated
// violation: StackOverflowError at height:@height
class TreeHeight {
    TreeHeight left;
    TreeHeight right;

    static boolean leaf(TreeHeight t) {
        return t == null || t.left == null && t.right == null;
    }

    static boolean small(TreeHeight t) {
        return t == null || leaf(t.left) && leaf(t.right);
    }

    static int height(TreeHeight t) { return t == null ? 0 : 1 + Math.max(height(t.left), height(t.right)); } // @height

    static void check(TreeHeight t) {
        assert height(t) <= 2;
    }
}
