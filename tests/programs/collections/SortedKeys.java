// A TreeMap is sorted, whatever was put into it; a HashMap need not be.
// run: tree
// args: --method SortedKeys.tree
// verdict: bounded
// run: hash
// args: --method SortedKeys.hash --collection-size 2
// verdict: violated
// violation: AssertionError at hash:@order
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;

class SortedKeys {
    static void tree(NavigableMap<Integer, Integer> map) {
        if (map == null || map.isEmpty()) {
            return;
        }
        assert map.firstKey() <= map.lastKey();
        Integer above = map.higherKey(map.firstKey());
        assert (above == null) == (map.size() == 1);
    }

    static void hash(HashMap<Integer, Integer> map) {
        if (map == null || map.containsKey(null)) {
            return;
        }
        Integer before = null;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            assert before == null || before < entry.getKey(); // @order
            before = entry.getKey();
        }
    }
}
