/**
 * A red-black tree with parent links, of unknown shape. Both entries *call* the invariant: a run on a heap that is no
 * red-black tree is a path too, and ends where the invariant says false.
 *
 * <p>The published program is not known. This one asks the usual four questions in the usual order, each over the whole
 * tree: is it well connected, is no red entry below a red one, is every way down equally black, is it ordered.
 *
 * <p>The root is a parameter, hence at depth 1: `--depth k` is the published k.
 */
public class TreeMap {
    static final boolean RED = false;
    static final boolean BLACK = true;

    static class Entry {
        int key;
        Entry left;
        Entry right;
        Entry parent;
        boolean color;
    }

    /** The invariant alone. */
    static boolean consistent(Entry root) {
        return root == null
                || isWellConnected(root, null)
                        && isRedConsistent(root)
                        && isBlackConsistent(root)
                        && isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** The invariant, then a walk from the root towards an unknown key. */
    static boolean consistentThenSearch(Entry root, int key) {
        return consistent(root) && search(root, key);
    }

    /** The two children are compared last, after both subtrees were walked. */
    private static boolean isWellConnected(Entry entry, Entry parent) {
        if (entry.parent != parent) {
            return false;
        }
        boolean connected = true;
        if (entry.right != null) {
            connected = isWellConnected(entry.right, entry);
        }
        if (entry.left != null) {
            connected = connected && isWellConnected(entry.left, entry);
        }
        if (entry.right != null && entry.right == entry.left) {
            return false;
        }
        return connected;
    }

    private static boolean isRedConsistent(Entry entry) {
        if (entry.color == RED && (isRed(entry.left) || isRed(entry.right))) {
            return false;
        }
        return (entry.left == null || isRedConsistent(entry.left))
                && (entry.right == null || isRedConsistent(entry.right));
    }

    private static boolean isRed(Entry entry) {
        return entry != null && entry.color == RED;
    }

    private static boolean isBlackConsistent(Entry root) {
        return root.color == BLACK && hasBlackHeight(root, blackHeight(root));
    }

    /** Black entries on the way down the left side. */
    private static int blackHeight(Entry entry) {
        int height = 0;
        while (entry != null) {
            if (entry.color == BLACK) {
                height++;
            }
            entry = entry.left;
        }
        return height;
    }

    private static boolean hasBlackHeight(Entry entry, int height) {
        if (entry == null) {
            return height == 0;
        }
        int below = entry.color == BLACK ? height - 1 : height;
        return hasBlackHeight(entry.left, below) && hasBlackHeight(entry.right, below);
    }

    private static boolean isOrdered(Entry entry, int least, int greatest) {
        if (entry == null) {
            return true;
        }
        if (entry.key < least) {
            return false;
        }
        if (entry.key > greatest) {
            return false;
        }
        return isOrdered(entry.left, least, entry.key - 1) && isOrdered(entry.right, entry.key + 1, greatest);
    }

    private static boolean search(Entry entry, int key) {
        while (entry != null) {
            if (key < entry.key) {
                entry = entry.left;
            } else if (key > entry.key) {
                entry = entry.right;
            } else {
                return true;
            }
        }
        return false;
    }
}
