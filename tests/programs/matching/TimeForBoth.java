// Two trees and a list walked in loops within loops keep generalised states busy; what exact search finds at once does not wait for
// them, however short the time is.
// args: --method TimeForBoth.walk --match over --timeout 2s
// verdict: violated
// violation: AssertionError at walk:@seven
class TimeForBoth {
    static class Tree {
        int key;
        Tree left;
        Tree right;
    }

    static class Link {
        Tree tree;
        Link next;
    }

    static int walk(Link links, Tree other, int[] counts, int limit) {
        assert limit != 7; // @seven
        int seen = 0;
        for (Link link = links; link != null; link = link.next) {
            Tree tree = link.tree;
            while (tree != null) {
                Tree rival = other;
                while (rival != null && rival != tree) {
                    for (int i = 0; counts != null && i < counts.length && counts[i] < limit; i++) {
                        seen += counts[i] == rival.key ? 1 : 2;
                    }
                    rival = rival.key < tree.key ? rival.left : rival.right;
                }
                tree = seen % 2 == 0 ? tree.left : tree.right;
            }
        }
        return seen;
    }
}
