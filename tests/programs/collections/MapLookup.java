// A key may be missing, and may be mapped to null.
// run: get
// args: --method MapLookup.get --collection-size 1
// verdict: violated
// violation: NullPointerException at get:@missing
// run: contained
// args: --method MapLookup.contained --collection-size 1
// verdict: violated
// violation: NullPointerException at contained:@null
// run: fallback
// args: --method MapLookup.fallback --collection-size 1
// verdict: bounded
import java.util.Map;

class MapLookup {
    static int get(Map<Integer, Integer> map, int key) {
        return map == null ? 0 : map.get(key); // @missing
    }

    static int contained(Map<Integer, Integer> map, int key) {
        if (map == null || !map.containsKey(key)) {
            return 0;
        }
        return map.get(key); // @null
    }

    static int fallback(Map<Integer, Integer> map, int key) {
        if (map == null || map.containsValue(null)) {
            return 0;
        }
        return map.getOrDefault(key, 0);
    }
}
