import java.util.*;
import java.util.function.*;

public class InnerWorlds {
    interface Visitor<R> { R num(int n); R add(Expr a, Expr b); R mul(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static Expr num(int n) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.num(n); } }; }
    static Expr add(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.add(a, b); } }; }
    static Expr mul(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.mul(a, b); } }; }
    static class Event implements Comparable<Event> { static int next; final int id = next++; final int time; Event(int t) { time = t; } public int compareTo(Event o) { return time != o.time ? Integer.compare(time, o.time) : Integer.compare(id, o.id); } public String toString() { return id + "@" + time; } }
    static class Lru<K, V> extends LinkedHashMap<K, V> { final int cap; Lru(int c) { super(16, 0.75f, true); cap = c; } @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > cap; } }
    static class Counter { private int c; synchronized int inc() { return ++c; } static synchronized int twice(int x) { return 2 * x; } }
    public static void main(String[] args) {
        Expr e = add(num(2), mul(num(3), num(4)));
        System.out.println(e.accept(new Visitor<Integer>() { public Integer num(int n) { return n; } public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); } public Integer mul(Expr a, Expr b) { return a.accept(this) * b.accept(this); } }));
        System.out.println(e.accept(new Visitor<String>() { public String num(int n) { return "" + n; } public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; } public String mul(Expr a, Expr b) { return a.accept(this) + "*" + b.accept(this); } }));
        PriorityQueue<Event> q = new PriorityQueue<>(); for (int t : new int[]{5, 3, 5, 1, 3}) q.add(new Event(t)); StringBuilder sb = new StringBuilder(); while (!q.isEmpty()) sb.append(q.remove()).append(' '); System.out.println(sb);
        Lru<String, Integer> lru = new Lru<>(2); lru.put("a", 1); lru.put("b", 2); lru.get("a"); lru.put("c", 3); System.out.println(lru);
        Counter c = new Counter(); c.inc(); System.out.println(c.inc() + Counter.twice(4));
        Map<Integer, Integer> memo = new HashMap<>(); System.out.println(collatz(27, memo) + " " + memo.size());
        int[] data = {9, 4, 7, 1, 8, 2}; quick(data, 0, data.length - 1); System.out.println(Arrays.toString(data));
        long h = 1125899906842597L; for (char ch : "hash me".toCharArray()) h = 31 * h + ch; System.out.println(h);
        ListIterator<String> it = new ArrayList<>(List.of("a", "b", "c")).listIterator(); StringBuilder out = new StringBuilder(); while (it.hasNext()) { int i = it.nextIndex(); String s = it.next(); if (s.equals("b")) { it.set("B"); it.add("b2"); } out.append(i).append(s); } while (it.hasPrevious()) out.append(it.previous()); System.out.println(out);
        TreeMap<String, Integer> tm = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Function.identity())); for (String s : "pear fig apple kiwi date".split(" ")) tm.put(s, s.length()); System.out.println(tm + " " + tm.descendingMap() + tm.pollFirstEntry() + tm.subMap("fig", "pear") + tm.navigableKeySet().higher("kiwi"));
        TreeSet<Integer> ts = new TreeSet<>(List.of(1, 5, 9)); System.out.println(ts.headSet(5, true) + "" + ts.tailSet(6) + ts.descendingSet() + ts.lower(5)); Iterator<Integer> ti = ts.iterator(); ti.next(); ti.remove(); System.out.println(ts);
        Set<Integer> a = new LinkedHashSet<>(List.of(1, 2, 3)), b = new LinkedHashSet<>(List.of(2, 3, 4)); a.retainAll(b); b.removeAll(a); System.out.println(a + "" + b + a.containsAll(List.of(2))); List<Integer> li = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6)); li.removeIf(x -> x % 2 == 0); li.replaceAll(x -> x * x); System.out.println(li); li.subList(0, 2).clear(); System.out.println(li); List<List<Integer>> nested = new ArrayList<>(); for (int i = 0; i < 3; i++) nested.add(new ArrayList<>(Collections.nCopies(i, i))); System.out.println(nested); System.out.println(Collections.unmodifiableList(li) + "" + Collections.emptyList() + Collections.singletonList(1)); Collections.swap(nested, 0, 2); Collections.rotate(nested, 1); System.out.println(nested); System.out.println(new ArrayList<>(Arrays.asList(3, 1, 2)).equals(List.of(3, 1, 2)) + " " + String.join("|", new TreeSet<>(Set.of("q", "w"))));
    }
    static int collatz(int n, Map<Integer, Integer> memo) { if (n == 1) return 0; Integer k = memo.get(n); if (k != null) return k; int r = 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, memo); memo.put(n, r); return r; }
    static void quick(int[] a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) >>> 1], i = lo, j = hi; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi); }
}
