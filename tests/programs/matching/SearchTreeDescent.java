// Descending in a tree of any height, one child forgotten at every step.
// run: descends
// args: --method SearchTreeDescent.contains --match exact
// verdict: proved
// run: parent
// args: --method SearchTreeDescent.parent --match exact
// verdict: violated
// violation: NullPointerException at parent:@root
class SearchTreeDescent {
    int key;
    SearchTreeDescent left;
    SearchTreeDescent right;

    static boolean contains(SearchTreeDescent tree, int key) {
        while (tree != null) {
            if (tree.key == key) {
                return true;
            }
            tree = key < tree.key ? tree.left : tree.right;
        }
        return false;
    }

    static int parent(SearchTreeDescent tree, int key) {
        SearchTreeDescent parent = null;
        while (tree != null && tree.key != key) {
            parent = tree;
            tree = key < tree.key ? tree.left : tree.right;
        }
        return parent.key; // @root
    }
}
