// The order of Set.of and Map.of differs from run to run: nothing is proved from it. Membership does not depend on it.
// run: order
// args: --method SaltedOrder.first
// verdict: inconclusive
// reason: the order of Set.of and Map.of
// run: entries
// args: --method SaltedOrder.entry
// verdict: inconclusive
// reason: the order of Set.of and Map.of
// run: member
// args: --method SaltedOrder.member
// verdict: proved
// run: one
// args: --method SaltedOrder.one
// verdict: proved
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

class SaltedOrder {
    static void first() {
        assert Set.of(1, 2, 3).iterator().next() == 1;
    }

    static void entry() {
        assert Map.of("a", 1, "b", 2).entrySet().iterator().next().getValue() == 1;
    }

    static void one() {
        assert Set.of(3).iterator().next() == 3 && !Set.of().iterator().hasNext();
        assert Map.of("a", 1).entrySet().iterator().next().getValue() == 1;
        assert new HashMap<>(Map.of(1, 2)).get(1) == 2 && Set.of(5).toArray()[0].equals(5);
    }

    static void member() {
        assert Set.of(1, 2, 3).contains(2) && !Set.of(1, 2).contains(3) && Map.of("a", 1, "b", 2).get("b") == 2;
    }
}
