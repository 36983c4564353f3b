// The tortoise and the hare end on every list; what they call a list without a cycle has an end.
// args: --method CycleDetection.check --depth 3
// verdict: bounded
class CycleDetection {
    CycleDetection next;

    static boolean hasCycle(CycleDetection list) {
        CycleDetection slow = list;
        CycleDetection fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return true;
            }
        }
        return false;
    }

    static void check(CycleDetection list) {
        if (!hasCycle(list)) {
            int steps = 0;
            for (CycleDetection n = list; n != null; n = n.next) {
                steps++;
                assert steps <= 3;
            }
        }
    }
}
