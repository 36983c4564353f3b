// An IdentityHashMap tells equal boxes apart, a HashMap does not.
// run: hash
// args: --method IdentityMaps.hash
// verdict: proved
// run: boxes
// args: --method IdentityMaps.boxes
// verdict: violated
// violation: AssertionError at boxes:@boxes
import java.util.HashMap;
import java.util.Map;

class IdentityMaps {
    static void hash(int x) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(Integer.valueOf(x), 1);
        map.put(Integer.valueOf(x), 2);
        assert map.size() == 1;
    }

    static void boxes(int x) {
        Integer one = x;
        Integer other = x;
        assert one == other; // @boxes
    }
}
