/** A set of numbers as a red-black tree. */
class RedBlackTree {
    static class Node {
        int value;
        boolean red;
        Node left;
        Node right;
        Node above;
    }

    Node root;

    boolean repOk() {
        if (root == null) {
            return true;
        }
        return root.above == null && !root.red && height(root, Long.MIN_VALUE, Long.MAX_VALUE) >= 0;
    }

    /** Black nodes on each way down; -1 if that is not the same on all of them, or something else is wrong. */
    private static int height(Node node, long low, long high) {
        if (node == null) {
            return 0;
        }
        if (node.value <= low || node.value >= high) {
            return -1;
        }
        if (node.left != null && (node.left.above != node || node.red && node.left.red)) {
            return -1;
        }
        if (node.right != null && (node.right.above != node || node.red && node.right.red)) {
            return -1;
        }
        int left = height(node.left, low, node.value);
        if (left < 0 || height(node.right, node.value, high) != left) {
            return -1;
        }
        return node.red ? left : left + 1;
    }

    boolean contains(int value) {
        Node node = root;
        while (node != null && node.value != value) {
            node = value < node.value ? node.left : node.right;
        }
        return node != null;
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    /** Put a node, which may be none, where another one was. */
    private void replace(Node old, Node by) {
        Node above = old.above;
        if (above == null) {
            root = by;
        } else if (above.left == old) {
            above.left = by;
        } else {
            assert above.right == old;
            above.right = by;
        }
        if (by != null) {
            by.above = above;
        }
    }

    private void turnLeft(Node node) {
        Node right = node.right;
        replace(node, right);
        node.right = right.left;
        if (right.left != null) {
            right.left.above = node;
        }
        right.left = node;
        node.above = right;
    }

    private void turnRight(Node node) {
        Node left = node.left;
        replace(node, left);
        node.left = left.right;
        if (left.right != null) {
            left.right.above = node;
        }
        left.right = node;
        node.above = left;
    }

    void insert(int value) {
        put(value, false);
    }

    /** Forgets to turn an inner node outwards first. */
    void insertWrong(int value) {
        put(value, true);
    }

    private void put(int value, boolean isHasty) {
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
        made.red = true;
        made.above = above;
        if (above == null) {
            root = made;
        } else if (value < above.value) {
            above.left = made;
        } else {
            above.right = made;
        }
        node = made;
        while (isRed(node.above)) {
            Node parent = node.above;
            Node grand = parent.above;
            assert grand != null;
            Node uncle = grand.left == parent ? grand.right : grand.left;
            if (isRed(uncle)) {
                parent.red = false;
                uncle.red = false;
                grand.red = true;
                node = grand;
                continue;
            }
            if (grand.left == parent) {
                if (parent.right == node && !isHasty) {
                    turnLeft(parent);
                    parent = node;
                }
                turnRight(grand);
            } else {
                if (parent.left == node && !isHasty) {
                    turnRight(parent);
                    parent = node;
                }
                turnLeft(grand);
            }
            parent.red = false;
            grand.red = true;
            assert !isRed(grand.left) && !isRed(grand.right);
            break;
        }
        root.red = false;
    }

    void delete(int value) {
        Node node = root;
        while (node != null && node.value != value) {
            node = value < node.value ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null) {
                next = next.left;
            }
            node.value = next.value;
            node = next;
        }
        Node only = node.left != null ? node.left : node.right;
        if (only != null) {
            // It is red, and its parent is black.
            assert only.red && !node.red;
            replace(node, only);
            only.red = false;
            return;
        }
        if (!node.red) {
            lighten(node);
        }
        replace(node, null);
    }

    /** One black node less on all ways through this one. */
    private void lighten(Node start) {
        Node node = start;
        while (node.above != null) {
            Node above = node.above;
            boolean isLeft = above.left == node;
            Node other = isLeft ? above.right : above.left;
            assert other != null;
            if (other.red) {
                other.red = false;
                above.red = true;
                if (isLeft) {
                    turnLeft(above);
                    other = above.right;
                } else {
                    turnRight(above);
                    other = above.left;
                }
            }
            Node outer = isLeft ? other.right : other.left;
            Node inner = isLeft ? other.left : other.right;
            if (!isRed(outer) && !isRed(inner)) {
                other.red = true;
                if (above.red) {
                    above.red = false;
                    return;
                }
                node = above;
                continue;
            }
            if (!isRed(outer)) {
                inner.red = false;
                other.red = true;
                if (isLeft) {
                    turnRight(other);
                } else {
                    turnLeft(other);
                }
                outer = other;
                other = inner;
            }
            other.red = above.red;
            above.red = false;
            outer.red = false;
            if (isLeft) {
                turnLeft(above);
            } else {
                turnRight(above);
            }
            return;
        }
    }
}
