// First and last of Java 21's sequenced collections.
// java: 21
// run: ends
// args: --method SequencedCollections.ends --collection-size 2
// verdict: bounded
// run: same
// args: --method SequencedCollections.same --collection-size 2
// verdict: violated
// violation: AssertionError at same:@same
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedCollection;

class SequencedCollections {
    static void ends(SequencedCollection<Integer> xs) {
        if (xs == null || xs.isEmpty()) {
            return;
        }
        assert xs.reversed().getFirst() == xs.getLast();
        LinkedHashMap<Integer, Integer> map = new LinkedHashMap<>();
        map.put(1, 2);
        map.putFirst(3, 4);
        assert map.firstEntry().getKey() == 3;
    }

    static void same(List<Integer> xs) {
        if (xs == null || xs.isEmpty()) {
            return;
        }
        assert xs.getFirst() == xs.getLast(); // @same
    }
}
