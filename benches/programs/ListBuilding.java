/** Builds, reverses and sums linked lists: allocation and field access. */
public class ListBuilding {
    static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node list) {
        Node done = null;
        while (list != null) {
            Node next = list.next;
            list.next = done;
            done = list;
            list = next;
        }
        return done;
    }

    public static void main(String[] args) {
        long total = 0;
        for (int round = 0; round < 200; round++) {
            Node list = null;
            for (int i = 0; i < 2_000; i++) {
                list = new Node(i ^ round, list);
            }
            list = reverse(list);
            for (Node node = list; node != null; node = node.next) {
                total = total * 31 + node.value;
            }
        }
        System.out.println(total);
    }
}
