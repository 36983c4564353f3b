// A map has no count for a word that it never saw; unboxing its answer fails.
// run: defect
// args: --method MissingCountDefect.count
// verdict: violated
// violation: NullPointerException at increment:@old
// run: fixed
// args: --method MissingCountFixed.count
// verdict: bounded
import java.util.HashMap;
import java.util.Map;

class MissingCountDefect {
    private final Map<String, Integer> counts = new HashMap<>();

    int increment(String word) {
        int old = counts.get(word); // @old
        counts.put(word, old + 1);
        return old + 1;
    }

    static int count(String word) {
        MissingCountDefect words = new MissingCountDefect();
        words.counts.put("the", 0);
        words.increment("the");
        return words.increment(word);
    }
}

class MissingCountFixed {
    private final Map<String, Integer> counts = new HashMap<>();

    int increment(String word) {
        return counts.merge(word, 1, Integer::sum);
    }

    static int count(String word) {
        MissingCountFixed words = new MissingCountFixed();
        words.counts.put("the", 0);
        words.increment("the");
        return words.increment(word);
    }
}
