// Counting with merge and with put.
// run: merge
// args: --method MapCount.merge --collection-size 1
// verdict: bounded
// run: put
// args: --method MapCount.put --collection-size 1
// verdict: violated
// violation: NullPointerException at put:@count
import java.util.Map;

class MapCount {
    static void merge(Map<Character, Integer> counts, char letter) {
        if (counts == null || counts.containsValue(null)) {
            return;
        }
        int before = counts.getOrDefault(letter, 0);
        counts.merge(letter, 1, Integer::sum);
        assert counts.get(letter) == before + 1;
    }

    static void put(Map<Character, Integer> counts, char letter) {
        if (counts != null) {
            counts.put(letter, counts.get(letter) + 1); // @count
        }
    }
}
