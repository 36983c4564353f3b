// States in recursive calls match only if the stacks below them are the same.
// run: depth
// args: --method RecursiveStacks.depth --depth 4
// verdict: violated
// violation: AssertionError at depth:@three
// run: fixed
// args: --method RecursiveStacks.fixed
// verdict: proved
class RecursiveStacks {
    RecursiveStacks next;

    static int height(RecursiveStacks node, int limit) {
        if (node == null || limit == 0) {
            return 0;
        }
        return 1 + height(node.next, limit - 1);
    }

    static void depth(RecursiveStacks list) {
        assert height(list, 5) != 3; // @three
    }

    static int descend(int left, boolean odd) {
        return left == 0 ? (odd ? 1 : 0) : descend(left - 1, !odd);
    }

    static void fixed(boolean odd) {
        int before = descend(6, odd);
        assert before == (odd ? 1 : 0);
    }
}
