// computeIfAbsent, computeIfPresent and putIfAbsent.
// run: grouped
// args: --method ComputedMaps.grouped
// verdict: proved
// run: removed
// args: --method ComputedMaps.removed
// verdict: violated
// violation: AssertionError at removed:@removed
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ComputedMaps {
    static void grouped(int a, int b) {
        Map<Boolean, List<Integer>> groups = new HashMap<>();
        for (int each : new int[] {a, b}) {
            groups.computeIfAbsent(each > 0, key -> new ArrayList<>()).add(each);
        }
        int size = 0;
        for (List<Integer> group : groups.values()) {
            size += group.size();
        }
        assert size == 2;
        assert groups.size() == ((a > 0) == (b > 0) ? 1 : 2);
    }

    static void removed(int key) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        map.computeIfPresent(key, (k, v) -> null);
        assert map.containsKey(1); // @removed
    }
}
