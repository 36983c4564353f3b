// Walks a list; nothing that is left behind matters, so every pruning is exact and abstract matching proves it.
// run: find
// args: --method AbstractFind$Node.find --heap lazy --match abstract
// verdict: proved
// run: parallel
// args: --method AbstractFind$Node.find --heap lazy --match abstract --jobs 2
// verdict: proved
// run: summary
// args: --method AbstractFind$Node.find --heap summary --match abstract
// verdict: proved
class AbstractFind {
    static class Node {
        int elem;
        Node next;

        Node find(int v) {
            Node n = this;
            while (n != null) {
                if (n.elem > v) {
                    return n;
                }
                n = n.next;
            }
            return null;
        }
    }
}
