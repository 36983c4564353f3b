// Unknown strings as keys of a map.
// run: found
// args: --method StringKeys.found --string-length 3
// verdict: violated
// violation: AssertionError at found:@found
// run: set
// args: --method StringKeys.last --string-length 2
// verdict: bounded
import java.util.HashMap;
import java.util.Map;

class StringKeys {
    static void found(String key) {
        Map<String, Integer> map = new HashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        Integer n = map.get(key);
        assert n == null || n != 2; // @found
    }

    static void last(String key) {
        if (key != null) {
            Map<String, Integer> map = new HashMap<>();
            map.put(key, 1);
            map.put("b", 2);
            assert map.get("b") == 2 && map.containsKey(key);
            assert map.size() == (key.equals("b") ? 1 : 2);
        }
    }
}
