// floor, ceiling and views of a TreeMap with unknown keys.
// run: floor
// args: --method TreeNeighbours.floor
// verdict: proved
// run: head
// args: --method TreeNeighbours.head
// verdict: violated
// violation: AssertionError at head:@head
import java.util.TreeMap;

class TreeNeighbours {
    static void floor(int a, int b, int key) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        map.put(a, 1);
        map.put(b, 2);
        Integer floor = map.floorKey(key);
        if (floor != null) {
            assert floor <= key && map.containsKey(floor);
        } else {
            assert a > key && b > key;
        }
    }

    static void head(int a, int b, int key) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        map.put(a, 1);
        map.put(b, 2);
        assert map.headMap(key).size() < 2; // @head
    }
}
