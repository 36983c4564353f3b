// A map with text keys: what is looked up is found by its text, not by its identity.
// run: get
// args: --method StringKeys.get --collection-size 1 --string-length 4
// verdict: violated
// violation: AssertionError at get:@found
// run: kept
// args: --method StringKeys.kept --collection-size 1 --string-length 3
// verdict: bounded
import java.util.Map;

class StringKeys {
    static void get(Map<String, Integer> map) {
        if (map == null) {
            return;
        }
        Integer found = map.get("key");
        assert found == null || found != 7; // @found
    }

    static void kept(Map<String, Integer> map) {
        if (map == null) {
            return;
        }
        Integer before = map.put("a", 1);
        assert map.get("a") == 1;
        assert map.size() >= 1 && map.size() <= 2;
        assert before == null || map.size() == 1;
    }
}
