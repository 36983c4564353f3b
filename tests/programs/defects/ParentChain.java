// The depth of a category, whose parents may form a ring.
// run: defect
// args: --method ParentChainDefect.depth
// verdict: violated
// violation: StackOverflowError at depth:@up
// run: fixed
// args: --method ParentChainFixed.depth
// verdict: proved
class ParentChainDefect {
    ParentChainDefect parent;
    String name;

    int depth() {
        return parent == null ? 0 : 1 + parent.depth(); // @up
    }
}

class ParentChainFixed {
    ParentChainFixed parent;
    String name;

    int depth() {
        int depth = 0;
        for (ParentChainFixed up = parent; up != null && depth < 5; up = up.parent) {
            depth++;
        }
        return depth;
    }
}
