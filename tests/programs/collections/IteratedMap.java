// A precondition may iterate over a map, which then keeps its views: that changes nothing.
// run: positive
// args: --method IteratedMap.total --requires IteratedMap.isPositive --collection-size 2
// verdict: bounded
// run: any
// args: --method IteratedMap.total --collection-size 2 --depth 2
// verdict: violated
// violation: NullPointerException at total:@null
// violation: AssertionError at total:@total
import java.util.Map;

class IteratedMap {
    static boolean isPositive(Map<Integer, Integer> map) {
        if (map == null) {
            return false;
        }
        for (Integer value : map.values()) {
            if (value == null || value <= 0 || value > 1000) {
                return false;
            }
        }
        return !map.containsKey(null);
    }

    static void total(Map<Integer, Integer> map) {
        if (map == null) {
            return;
        }
        int total = 0;
        for (int value : map.values()) { // @null
            total += value;
        }
        assert total >= map.size(); // @total
    }
}
