// A LinkedHashMap in order of access as a cache: what was used last stays.
// run: kept
// args: --method LinkedEviction.kept
// verdict: proved
// run: evicted
// args: --method LinkedEviction.evicted
// verdict: violated
// violation: AssertionError at evicted:@evicted
import java.util.LinkedHashMap;
import java.util.Map;

class LinkedEviction {
    static class Cache extends LinkedHashMap<Integer, Integer> {
        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > 2;
        }
    }

    static void kept(int key) {
        Cache cache = new Cache();
        cache.put(1, 10);
        cache.put(2, 20);
        cache.get(1);
        cache.put(key, 30);
        assert cache.containsKey(1) && cache.get(key) == 30;
        assert cache.size() == 2;
    }

    static void evicted(int key) {
        Cache cache = new Cache();
        cache.put(1, 10);
        cache.put(2, 20);
        cache.get(1);
        cache.put(key, 30);
        assert cache.containsKey(2); // @evicted
    }
}
