/**
 * A binary search tree of unknown shape. Both entries *call* the invariant: a run on a heap that is no tree is a path
 * too, and ends where the invariant says false.
 *
 * <p>The ranges alone exclude sharing and cycles, since a node reached twice would need a key in two disjoint ranges.
 * With `--ints math`; Java's own integers wrap at `key - 1`, which is one more way for a range to be empty.
 *
 * <p>The root is a parameter, hence at depth 1: `--depth k` is the published k.
 */
public class BinarySearchTree {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    /** The draft's program. */
    static boolean invariant(Node root) {
        return isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** The final version's program. */
    static boolean invariantThenFind(Node root, int key) {
        return invariant(root) && find(root, key);
    }

    private static boolean isOrdered(Node node, int least, int greatest) {
        if (node == null) {
            return true;
        }
        if (node.key < least) {
            return false;
        }
        if (node.key > greatest) {
            return false;
        }
        return isOrdered(node.left, least, node.key - 1) && isOrdered(node.right, node.key + 1, greatest);
    }

    private static boolean find(Node node, int key) {
        while (node != null) {
            if (key < node.key) {
                node = node.left;
            } else if (key > node.key) {
                node = node.right;
            } else {
                return true;
            }
        }
        return false;
    }
}
