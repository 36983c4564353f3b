// The head stays in use: list segments between head and walker are summarised, which loses their lengths.
// run: kept
// args: --method AbstractKeptHead.walk --heap lazy --match abstract
// verdict: proved
// run: broken
// args: --method AbstractKeptHead.broken --heap lazy --match abstract
// verdict: violated
// violation: NullPointerException at broken:@end
class AbstractKeptHead {
    static class Node {
        int elem;
        Node next;
    }

    static Node walk(Node list) {
        Node node = list;
        while (node != null) {
            node = node.next;
        }
        return list;
    }

    static int broken(Node list) {
        Node node = list;
        while (node == null || node.elem != 7) {
            node = node.next; // @end
        }
        return list.elem;
    }
}
