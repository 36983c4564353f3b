// HashMap with String keys, two of them with the same hash code.
// run: concrete
// args: --method StringKeys.concrete
// verdict: proved
// run: null
// args: --method StringKeys.missing
// verdict: violated
// violation: NullPointerException at missing:@missing
import java.util.HashMap;
import java.util.Map;

class StringKeys {
    static void concrete(int x) {
        Map<String, Integer> map = new HashMap<>();
        map.put("Aa", 1);
        map.put("BB", x);
        map.put(null, 3);
        assert map.get("A" + 'a') == 1 && map.get("BB") == x && map.get(null) == 3 && map.size() == 3;
        for (int i = 0; i < 20; i++) {
            map.put("key" + i, i);
        }
        assert map.get("key17") == 17 && map.size() == 23;
        int sum = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            if (entry.getKey() != null && entry.getKey().length() > 2) {
                sum += entry.getValue();
            }
        }
        assert sum == 190;
    }

    static int missing(boolean b) {
        Map<String, Integer> map = new HashMap<>();
        map.put("here", 1);
        return map.get(b ? "here" : "there"); // @missing
    }
}
