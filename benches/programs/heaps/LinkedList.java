/**
 * A singly linked list of unknown shape, which may be cyclic, and a sequence of calls of `contains` on unknown keys,
 * compared by reference. Floyd's check is *called*, not assumed: a run on a cyclic list is a path too, and ends there.
 * The calls stop at the first key that is found.
 *
 * <p>The published program is known in part only; with three calls this one has its number of paths with heap summaries.
 *
 * <p>The first node is a parameter, hence at depth 1: `--depth k` is the published k. The keys are fields of the
 * receiver, at depth 2, so that each is read, null or not, before the list is walked: lazy initialisation forks on
 * keys even if the list is empty. With the first node in a field as well, `--depth k + 1` gives the same counts.
 */
public class LinkedList {
    static class Data {
        int value;
    }

    static class Node {
        Data element;
        Node next;
    }

    Data key1;
    Data key2;
    Data key3;
    Data key4;
    Data key5;
    Data key6;
    Data key7;
    Data key8;

    boolean contains1(Node head) {
        return containsAny(head, 1);
    }

    boolean contains2(Node head) {
        return containsAny(head, 2);
    }

    /** The program of the published table. */
    boolean contains3(Node head) {
        return containsAny(head, 3);
    }

    boolean contains4(Node head) {
        return containsAny(head, 4);
    }

    boolean contains5(Node head) {
        return containsAny(head, 5);
    }

    boolean contains6(Node head) {
        return containsAny(head, 6);
    }

    boolean contains7(Node head) {
        return containsAny(head, 7);
    }

    boolean contains8(Node head) {
        return containsAny(head, 8);
    }

    /**
     * The program that the paper prints: each key is looked for only if the one before it was found. As printed, an empty list
     * is a NullPointerException; here it is let alone.
     */
    boolean allOfFive(Node head) {
        return head != null
                && isAcyclic(head)
                && holds(head, key1)
                && holds(head, key2)
                && holds(head, key3)
                && holds(head, key4)
                && holds(head, key5);
    }

    /** As it is printed: there is a first node. */
    private static boolean holds(Node head, Data key) {
        for (Node node = head; ; node = node.next) {
            if (node.element == key) {
                return true;
            }
            if (node.next == null) {
                return false;
            }
        }
    }

    private boolean containsAny(Node head, int calls) {
        if (!isAcyclic(head)) {
            return false;
        }
        for (int call = 1; call <= calls; call++) {
            if (contains(head, key(call))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAcyclic(Node head) {
        Node slow = head;
        Node fast = head;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(Node head, Data key) {
        for (Node node = head; node != null; node = node.next) {
            if (node.element == key) {
                return true;
            }
        }
        return false;
    }

    private Data key(int call) {
        switch (call) {
            case 1:
                return key1;
            case 2:
                return key2;
            case 3:
                return key3;
            case 4:
                return key4;
            case 5:
                return key5;
            case 6:
                return key6;
            case 7:
                return key7;
            default:
                return key8;
        }
    }
}
