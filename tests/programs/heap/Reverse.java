// In-place reversal, on lists that end.
// run: acyclic
// args: --method Reverse.check --requires Reverse.ends --depth 3
// verdict: bounded
// run: wrong
// args: --method Reverse.forgets --requires Reverse.ends --depth 3
// verdict: violated
// violation: AssertionError at forgets:@lost
class Reverse {
    Reverse next;

    static boolean ends(Reverse list) {
        Reverse slow = list;
        Reverse fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return true;
    }

    static int length(Reverse list) {
        int length = 0;
        for (Reverse n = list; n != null; n = n.next) {
            length++;
        }
        return length;
    }

    static Reverse reverse(Reverse list) {
        Reverse done = null;
        while (list != null) {
            Reverse next = list.next;
            list.next = done;
            done = list;
            list = next;
        }
        return done;
    }

    static void check(Reverse list) {
        int before = length(list);
        Reverse reversed = reverse(list);
        assert list == null || list.next == null;
        assert length(reversed) == before;
    }

    static void forgets(Reverse list) {
        int before = length(list);
        reverse(list);
        assert length(list) == before; // @lost
    }
}
