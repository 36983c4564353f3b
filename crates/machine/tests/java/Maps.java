import java.util.*;

public class Maps {
    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog the end".split(" ")) counts.merge(word, 1, Integer::sum);
        System.out.println(counts);
        Map<Integer, String> numbers = new HashMap<>();
        for (int i = 0; i < 100; i++) numbers.put(i * 37 % 101, "v" + i);
        System.out.println(numbers.get(5) + numbers.get(1000) + numbers.containsKey(7) + numbers.size());
        numbers.remove(5);
        System.out.println(numbers.keySet());
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < 10; i++) groups.computeIfAbsent(i % 3 == 0 ? "three" : "other", k -> new ArrayList<>()).add(i);
        System.out.println(groups);
        TreeMap<Integer, String> tree = new TreeMap<>();
        for (int i = 0; i < 30; i++) tree.put((i * 17) % 30, "n" + i);
        System.out.println(tree.firstKey() + " " + tree.floorKey(100) + " " + tree.headMap(5) + " " + tree.ceilingEntry(12));
        for (int i = 0; i < 25; i++) tree.remove(i);
        System.out.println(tree);
        LinkedHashMap<String, Integer> linked = new LinkedHashMap<>();
        linked.put("z", 1); linked.put("a", 2); linked.put("z", 3);
        for (Map.Entry<String, Integer> e : linked.entrySet()) System.out.print(e.getKey() + "=" + e.getValue() + ";");
        System.out.println();
        Set<String> set = new HashSet<>(Arrays.asList("a", "b", "c", "a"));
        System.out.println(set + " " + set.size() + " " + set.contains("b"));
        Set<Integer> sorted = new TreeSet<>(Arrays.asList(5, 1, 3));
        System.out.println(sorted);
        Map<Object, Object> collide = new HashMap<>();
        for (int i = 0; i < 20; i++) collide.put(new Key(i), i);
        System.out.println(collide.get(new Key(13)) + " " + collide.size());
        System.out.println(counts.getOrDefault("cat", -1) + " " + counts.putIfAbsent("the", 9) + " " + counts.entrySet().iterator().next());
        System.out.println(new HashMap<>(Map.of("k", 1)).equals(Map.of("k", 1)) + " " + List.of(1, 2, 3).hashCode());
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put("x", 1); identity.put(new String("x"), 2);
        System.out.println(identity.size());
    }
    static class Key {
        final int n; Key(int n) { this.n = n; }
        public int hashCode() { return 1; }
        public boolean equals(Object o) { return o instanceof Key && ((Key) o).n == n; }
    }
}
