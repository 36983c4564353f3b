// Trees: everything below the root and away from the walker becomes one node with sets of targets.
// run: descend
// args: --method AbstractTree.leftmost --heap lazy --match abstract
// verdict: proved
// run: mirrored
// args: --method AbstractTree.dropsLeft --heap lazy --match abstract
// verdict: violated
// violation: NullPointerException at dropsLeft:@left
class AbstractTree {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    static Node leftmost(Node root, int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return root;
    }

    static int dropsLeft(Node root, int key) {
        Node node = root;
        int steps = 0;
        while (node != null && node.key != key) {
            if (key < node.key && steps > 0) {
                return node.left.key; // @left
            }
            steps = 1;
            node = node.right;
        }
        return root == null ? 0 : root.key;
    }
}
