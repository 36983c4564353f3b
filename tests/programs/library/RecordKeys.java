// Records as keys: equality by components.
// run: found
// args: --method RecordKeys.found
// verdict: proved
// run: swapped
// args: --method RecordKeys.swapped
// verdict: violated
// violation: AssertionError at swapped:@swapped
import java.util.HashMap;
import java.util.Map;

class RecordKeys {
    record Point(int x, int y) {
    }

    static void found(int x, int y) {
        Map<Point, Integer> map = new HashMap<>();
        map.put(new Point(x, y), 1);
        assert map.get(new Point(x, y)) == 1;
        assert new Point(x, y).hashCode() == new Point(x, y).hashCode();
    }

    static void swapped(int x, int y) {
        Map<Point, Integer> map = new HashMap<>();
        map.put(new Point(x, y), 1);
        assert !map.containsKey(new Point(y, x)); // @swapped
    }
}
