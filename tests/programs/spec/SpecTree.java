// Binary trees with links to parents: what an insertion adds, where a rotation keeps everything, and where it does not.
// run: insert-keeps
// args: --method SpecTree.insert --depth 3
// assume: root.*(left + right) in root + root.^(left + right) && no n: root.*(left + right) | n in n.^(left + right)
// ensures: root.*(left + right) in root'.*(left' + right')
// ensures: root'.*(left' + right').key' = root.*(left + right).key + key
// verdict: bounded
// run: rotate-keeps
// args: --method SpecTree.rotate --depth 3
// assume: no n: root.*(left + right) | n in n.^(left + right)
// ensures: root'.*(left' + right') = root.*(left + right)
// verdict: bounded
// run: rotate-forgets
// args: --method SpecTree.rotate --depth 3
// assume: no n: root.*(left + right) | n in n.^(left + right)
// assume: all n: root.*(left + right), m: n.(left + right) | m.parent = n
// ensures: all n: root'.*(left' + right'), m: n.(left' + right') | m.parent' = n
// verdict: violated
// violation: Ensures at rotate:@rotated
// run: depth
// args: --method SpecTree.count --depth 2
// assume: no n: node.*(left + right) | n in n.^(left + right)
// assume: all n: node.*(left + right) | lone n.~(left + right) || n = node
// assume: all n: node.*(left + right) | n.left != n.right || no n.left
// ensures: $return >= #node.*(left + right)
// verdict: bounded
// run: empty
// args: --method SpecTree.count --depth 2
// ensures: $return = 0 <=> no node
// assume: no node.left && no node.right
// verdict: proved
public class SpecTree {
    Node root;

    static class Node {
        Node left;
        Node right;
        Node parent;
        int key;
    }

    void insert(int key) {
        Node made = new Node();
        made.key = key;
        if (root == null) {
            root = made;
            return;
        }
        Node at = root;
        while (true) {
            if (key < at.key) {
                if (at.left == null) {
                    at.left = made;
                    break;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = made;
                    break;
                }
                at = at.right;
            }
        }
        made.parent = at;
    }

    void rotate() {
        if (root == null || root.left == null) {
            return;
        }
        Node up = root.left;
        root.left = up.right;
        up.right = root;
        up.parent = root.parent;
        root.parent = up;
        root = up;
    } // @rotated

    static int count(Node node) {
        return node == null ? 0 : 1 + count(node.left) + count(node.right);
    }
}
