// A cache of the least recently used: reading does not count as use, so that the wrong entry goes.
// run: defect
// args: --method CacheEvictionDefect.keepsRecent
// verdict: violated
// violation: AssertionError at keepsRecent:@recent
// run: fixed
// args: --method CacheEvictionFixed.keepsRecent
// verdict: proved
import java.util.LinkedHashMap;
import java.util.Map;

class CacheEvictionDefect {
    private final Map<Integer, String> entries = new LinkedHashMap<>();
    private final int capacity = 2;

    String get(int key) {
        return entries.get(key);
    }

    void put(int key, String value) {
        entries.put(key, value);
        if (entries.size() > capacity) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    static void keepsRecent(int used, int fresh) {
        CacheEvictionDefect cache = new CacheEvictionDefect();
        cache.put(1, "one");
        cache.put(2, "two");
        if (cache.get(used) == null) {
            return;
        }
        cache.put(fresh, "fresh");
        assert cache.get(used) != null; // @recent
    }
}

class CacheEvictionFixed {
    private final Map<Integer, String> entries = new LinkedHashMap<>();
    private final int capacity = 2;

    String get(int key) {
        String value = entries.remove(key);
        if (value != null) {
            entries.put(key, value);
        }
        return value;
    }

    void put(int key, String value) {
        entries.remove(key);
        entries.put(key, value);
        if (entries.size() > capacity) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    static void keepsRecent(int used, int fresh) {
        CacheEvictionFixed cache = new CacheEvictionFixed();
        cache.put(1, "one");
        cache.put(2, "two");
        if (cache.get(used) == null) {
            return;
        }
        cache.put(fresh, "fresh");
        assert cache.get(used) != null;
    }
}
