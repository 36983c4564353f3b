import java.util.HashMap;
import java.util.Map;

/** Counts numbers in a hash map: the library's code, boxing, interface calls. */
public class HashCounting {
    public static void main(String[] args) {
        Map<Integer, Integer> counts = new HashMap<>();
        int seed = 12345;
        for (int i = 0; i < 200_000; i++) {
            seed = seed * 1103515245 + 12345;
            int key = (seed >>> 16) % 5_000;
            Integer old = counts.get(key);
            counts.put(key, old == null ? 1 : old + 1);
        }
        int most = 0;
        for (int count : counts.values()) {
            most = Math.max(most, count);
        }
        System.out.println(counts.size() + " " + most);
    }
}
