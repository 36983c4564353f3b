import java.util.HashMap;
import java.util.Map;

/** A HashMap whose keys are all unknown: which of them are equal, and which share a bucket, is decided on the way. */
class HashKeys {
    static void numbers(int a, int b, int c, int d) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(a, 1);
        map.put(b, 2);
        map.put(c, 3);
        map.put(d, 4);
        assert map.get(d) == 4;
        assert map.get(a) != null && map.get(b) != null && map.get(c) != null;
        assert a == b || a == c || a == d || map.get(a) == 1;
    }

    static void boxes(Integer a, Integer b, Integer c, Integer d) {
        if (a == null || b == null || c == null || d == null) {
            return;
        }
        Map<Integer, Integer> map = new HashMap<>();
        map.put(a, 1);
        map.put(b, 2);
        map.put(c, 3);
        map.put(d, 4);
        assert map.get(d) == 4;
        assert map.get(a) != null && map.get(b) != null && map.get(c) != null;
    }
}
