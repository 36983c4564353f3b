// A node with two children is replaced by its successor, whose own right subtree is dropped.
// run: defect
// args: --method TreeDeletionDefect.deletes
// verdict: violated
// violation: AssertionError at deletes:@kept
// run: fixed
// args: --method TreeDeletionFixed.deletes
// verdict: proved
class TreeDeletionDefect {
    private static final class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    static Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        }
        return node;
    }

    static Node delete(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = delete(node.left, key);
        } else if (key > node.key) {
            node.right = delete(node.right, key);
        } else if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        } else {
            Node parent = node;
            Node next = node.right;
            while (next.left != null) {
                parent = next;
                next = next.left;
            }
            node.key = next.key;
            if (parent == node) {
                parent.right = null;
            } else {
                parent.left = next.right;
            }
        }
        return node;
    }

    static boolean contains(Node node, int key) {
        return node != null && (node.key == key || contains(key < node.key ? node.left : node.right, key));
    }

    static void deletes(int key) {
        Node root = null;
        for (int each : new int[] {40, 20, 60, 80}) {
            root = insert(root, each);
        }
        root = delete(root, key);
        assert !contains(root, key);
        assert key == 80 || contains(root, 80); // @kept
    }
}

class TreeDeletionFixed {
    private static final class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    static Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        }
        return node;
    }

    static Node delete(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = delete(node.left, key);
        } else if (key > node.key) {
            node.right = delete(node.right, key);
        } else if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        } else {
            Node parent = node;
            Node next = node.right;
            while (next.left != null) {
                parent = next;
                next = next.left;
            }
            node.key = next.key;
            if (parent == node) {
                parent.right = next.right;
            } else {
                parent.left = next.right;
            }
        }
        return node;
    }

    static boolean contains(Node node, int key) {
        return node != null && (node.key == key || contains(key < node.key ? node.left : node.right, key));
    }

    static void deletes(int key) {
        Node root = null;
        for (int each : new int[] {40, 20, 60, 80}) {
            root = insert(root, each);
        }
        root = delete(root, key);
        assert !contains(root, key);
        assert key == 80 || contains(root, 80);
    }
}
