// HashMap with Integer keys: collisions, growth, removal.
// run: concrete
// args: --method IntegerKeys.concrete
// verdict: proved
// run: wrong
// args: --method IntegerKeys.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
import java.util.HashMap;
import java.util.Map;

class IntegerKeys {
    static void concrete(int x) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            map.put(i * 16, i);
        }
        map.put(32, x);
        assert map.size() == 30 && map.get(32) == x && map.get(464) == 29 && map.get(1) == null;
        assert map.remove(32) == x && !map.containsKey(32) && map.size() == 29;
        assert map.getOrDefault(33, 5) == 5;
        map.merge(16, 10, Integer::sum);
        assert map.get(16) == 11;
    }

    static void wrong() {
        Map<Integer, String> map = new HashMap<>();
        map.put(1, "a");
        map.put(1, "b");
        int sum = 0;
        for (int key : map.keySet()) {
            sum += key;
        }
        assert sum == 2; // @wrong
    }
}
