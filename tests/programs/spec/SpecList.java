// Singly linked lists: what is removed, added and kept, as sets of elements and of values.
// run: subset
// args: --method SpecList.drop --depth 3
// ensures: this.first'.*next' in this.first.*next
// verdict: bounded
// run: values
// args: --method SpecList.drop --depth 2
// assume: no n: first.*next | n in n.^next
// ensures: first'.*next'.val' = first.*next.val - v
// verdict: bounded
// run: unchanged
// args: --method SpecList.drop --depth 2
// assume: no n: first.*next | n in n.^next
// ensures: first'.*next' = first.*next
// verdict: violated
// violation: Ensures at drop:@dropped
// run: added
// args: --method SpecList.add --depth 2
// ensures: one first'.*next' - first.*next && first'.val' = v && first'.next' = first
// verdict: bounded
// run: added-twice
// args: --method SpecList.add --depth 1
// ensures: first'.*next'.val' = first.*next.val
// verdict: violated
// violation: Ensures at add:@added
// run: contains
// args: --method SpecList.contains --depth 2
// ensures: $return <=> v in first.*next.val
// ensures: first' = first
// verdict: bounded
// run: contains-not
// args: --method SpecList.contains --depth 2
// ensures: $return
// ensures: !$return
// ensures: true
// verdict: violated
// violation: Ensures at contains:@found
// violation: Ensures at contains:@missing
// run: second
// args: --method SpecList.second --depth 2
// ensures: $return = first.next
// verdict: bounded
// run: second-loses
// args: --method SpecList.second --depth 2
// ensures: some $return
// verdict: violated
// violation: Ensures at second:@short
// violation: Ensures at second:@next
// run: constructor
// args: --method SpecList.<init> --depth 1
// ensures: no first && first'.val' = v && no SpecList && this in SpecList'
// verdict: proved
// run: length
// args: --method SpecList.length --depth 2
// assume: no n: first.*next | n in n.^next
// ensures: $return = #first.*next
// verdict: bounded
public class SpecList {
    Node first;

    static class Node {
        int val;
        Node next;
    }

    SpecList(int v) {
        first = new Node();
        first.val = v;
    }

    void drop(int v) {
        Node before = null;
        int steps = 0;
        for (Node n = first; n != null && steps < 3; n = n.next) {
            steps++;
            if (n.val != v) {
                before = n;
            } else if (before == null) {
                first = n.next;
            } else {
                before.next = n.next;
            }
        }
    } // @dropped

    void add(int v) {
        Node n = new Node();
        n.val = v;
        n.next = first;
        first = n;
    } // @added

    boolean contains(int v) {
        int steps = 0;
        for (Node n = first; n != null && steps < 3; n = n.next) {
            steps++;
            if (n.val == v) {
                return true; // @found
            }
        }
        return false; // @missing
    }

    int length() {
        int count = 0;
        for (Node n = first; n != null; n = n.next) {
            count++;
        }
        return count;
    }

    Node second() {
        if (first == null) {
            return null; // @short
        }
        return first.next; // @next
    }
}
