// After partition every element that is left in the list is at most v: for lists of any length. The faulty variant forgets to
// unlink the last node.
// run: fixed
// args: --method ListPartition.partition --requires ListPartition.isAcyclic --heap lazy --match over
// verdict: proved
// run: faulty
// args: --method ListPartition.faulty --requires ListPartition.isAcyclic --heap lazy --match over
// verdict: violated
// violation: AssertionError at check:@check
// run: fixed-shared
// args: --method ListPartition.partition --requires ListPartition.isAcyclic --heap lazy --match over --jobs 2
// verdict: proved
// run: faulty-shared
// args: --method ListPartition.faulty --requires ListPartition.isAcyclic --heap lazy --match over --jobs 2
// verdict: violated
// violation: AssertionError at check:@check
class ListPartition {
    static class Node {
        int elem;
        Node next;
    }

    static boolean isAcyclic(Node list, int v) {
        Node slow = list;
        Node fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }

    static Node partition(Node list, int v) {
        Node kept = null;
        Node removed = null;
        Node current = list;
        while (current != null) {
            Node following = current.next;
            if (current.elem > v) {
                if (kept != null) {
                    kept.next = following;
                }
                if (current == list) {
                    list = following;
                }
                current.next = removed;
                removed = current;
            } else {
                kept = current;
            }
            current = following;
        }
        check(list, v);
        return list;
    }

    static Node faulty(Node list, int v) {
        Node kept = null;
        Node removed = null;
        Node current = list;
        while (current != null) {
            Node following = current.next;
            if (current.elem > v) {
                if (kept != null && following != null) {
                    kept.next = following;
                }
                if (current == list) {
                    list = following;
                }
                current.next = removed;
                removed = current;
            } else {
                kept = current;
            }
            current = following;
        }
        check(list, v);
        return list;
    }

    static void check(Node list, int v) {
        for (Node node = list; node != null; node = node.next) {
            assert node.elem <= v; // @check
        }
    }
}
