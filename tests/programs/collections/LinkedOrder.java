// A LinkedHashMap keeps the order of insertion; a TreeSet does not.
// run: linked
// args: --method LinkedOrder.linked --collection-size 2
// verdict: bounded
// run: tree
// args: --method LinkedOrder.tree --collection-size 2
// verdict: violated
// violation: AssertionError at tree:@last
import java.util.LinkedHashMap;
import java.util.TreeSet;

class LinkedOrder {
    static void linked(LinkedHashMap<Integer, Integer> map, int key) {
        if (map == null || map.containsKey(key)) {
            return;
        }
        map.put(key, 0);
        Integer last = null;
        for (Integer each : map.keySet()) {
            last = each;
        }
        assert last == key;
    }

    static void tree(TreeSet<Integer> set, int key) {
        if (set == null || set.contains(key)) {
            return;
        }
        set.add(key);
        assert set.last() == key; // @last
    }
}
