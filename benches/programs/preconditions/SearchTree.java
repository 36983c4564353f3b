/** A set of numbers as a binary search tree. */
class SearchTree {
    static class Node {
        int value;
        Node left;
        Node right;
    }

    Node root;

    boolean repOk() {
        return isBetween(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static boolean isBetween(Node node, long low, long high) {
        if (node == null) {
            return true;
        }
        return low < node.value
                && node.value < high
                && isBetween(node.left, low, node.value)
                && isBetween(node.right, node.value, high);
    }

    boolean contains(int value) {
        Node node = root;
        while (node != null && node.value != value) {
            node = value < node.value ? node.left : node.right;
        }
        return node != null;
    }

    void insert(int value) {
        Node above = null;
        Node node = root;
        while (node != null) {
            if (node.value == value) {
                return;
            }
            above = node;
            node = value < node.value ? node.left : node.right;
        }
        Node made = new Node();
        made.value = value;
        if (above == null) {
            root = made;
        } else if (value < above.value) {
            assert above.left == null;
            above.left = made;
        } else {
            assert above.right == null;
            above.right = made;
        }
    }

    void delete(int value) {
        Node above = null;
        Node node = root;
        while (node != null && node.value != value) {
            above = node;
            node = value < node.value ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        if (node.left != null && node.right != null) {
            Node aboveNext = node;
            Node next = node.right;
            while (next.left != null) {
                aboveNext = next;
                next = next.left;
            }
            assert value < next.value;
            node.value = next.value;
            if (aboveNext == node) {
                node.right = next.right;
            } else {
                aboveNext.left = next.right;
            }
            return;
        }
        Node only = node.left != null ? node.left : node.right;
        if (above == null) {
            root = only;
        } else if (above.left == node) {
            above.left = only;
        } else {
            above.right = only;
        }
    }

    /** Forgets that the next node may be the child itself. */
    void deleteWrong(int value) {
        Node above = null;
        Node node = root;
        while (node != null && node.value != value) {
            above = node;
            node = value < node.value ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        if (node.left != null && node.right != null) {
            Node aboveNext = node;
            Node next = node.right;
            while (next.left != null) {
                aboveNext = next;
                next = next.left;
            }
            node.value = next.value;
            aboveNext.left = next.right;
            assert node.left == null || node.left.value < node.value;
            return;
        }
        Node only = node.left != null ? node.left : node.right;
        if (above == null) {
            root = only;
        } else if (above.left == node) {
            above.left = only;
        } else {
            above.right = only;
        }
    }
}
