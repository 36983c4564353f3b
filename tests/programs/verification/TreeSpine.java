// The lists that hang on the spine of a tree. An object below a list segment may refer back to what the segment ends with:
// forgetting such a cycle ended in a crash.
// run: alone
// args: --method TreeSpine.count --match over
// verdict: proved
// run: shared
// args: --method TreeSpine.count --match over --jobs 2
// verdict: proved
class TreeSpine {
    static class Tree {
        int key;
        Tree left;
        Tree right;
    }

    static int count(Tree tree) {
        int count = 0;
        for (Tree node = tree; node != null; node = node.left) {
            for (Tree other = node.right; other != null && count < 5; other = other.right) {
                count++;
            }
        }
        assert count <= 5;
        return count;
    }
}
