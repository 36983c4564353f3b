import java.util.*;

public class Generics {
    static class Tree<K extends Comparable<K>, V> { K k; V v; Tree<K, V> l, r; Tree(K k, V v) { this.k = k; this.v = v; } void put(K key, V val) { int c = key.compareTo(k); if (c == 0) v = val; else if (c < 0) { if (l == null) l = new Tree<>(key, val); else l.put(key, val); } else if (r == null) r = new Tree<>(key, val); else r.put(key, val); } void each(java.util.function.BiConsumer<? super K, ? super V> f) { if (l != null) l.each(f); f.accept(k, v); if (r != null) r.each(f); } }
    static class Range implements Iterable<Integer> { final int lo, hi; Range(int l, int h) { lo = l; hi = h; } public Iterator<Integer> iterator() { return new Iterator<>() { int c = lo; public boolean hasNext() { return c < hi; } public Integer next() { if (!hasNext()) throw new NoSuchElementException(); return c++; } }; } }
    static class Matrix { final double[][] m; Matrix(int n) { m = new double[n][n]; } Matrix times(Matrix o) { int n = m.length; Matrix r = new Matrix(n); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) r.m[i][j] += m[i][k] * o.m[k][j]; return r; } }
    public static void main(String[] args) {
        Tree<String, Integer> t = new Tree<>("m", 0); int n = 0; for (String s : "the quick brown fox jumped over it".split(" ")) t.put(s, n++); t.each((k, v) -> System.out.print(k + v + " ")); System.out.println();
        int sum = 0; for (int i : new Range(3, 8)) sum += i; System.out.println(sum); try { Iterator<Integer> it = new Range(0, 0).iterator(); it.next(); } catch (NoSuchElementException e) { System.out.println(e); }
        Matrix a = new Matrix(3); for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = i + 0.5; System.out.println(Arrays.deepToString(a.times(a).m)); boolean[] sieve = new boolean[200]; List<Integer> primes = new ArrayList<>(); for (int i = 2; i < 200; i++) { if (!sieve[i]) { primes.add(i); for (int j = i * i; j < 200; j += i) sieve[j] = true; } } System.out.println(primes); long f = 1; for (int i = 1; i <= 20; i++) f *= i; System.out.println(f); System.out.println(gcd(1071, 462) + " " + fib(20) + hanoi(8, 'a', 'b', 'c')); Map<Character, Integer> freq = new TreeMap<>(); for (char c : "mississippi".toCharArray()) freq.put(c, freq.getOrDefault(c, 0) + 1); System.out.println(freq); Deque<Integer> st = new ArrayDeque<>(); for (String tok : "3 4 + 2 * 7 -".split(" ")) { switch (tok) { case "+" -> st.push(st.pop() + st.pop()); case "*" -> st.push(st.pop() * st.pop()); case "-" -> { int y = st.pop(), x = st.pop(); st.push(x - y); } default -> st.push(Integer.parseInt(tok)); } } System.out.println(st.pop()); System.out.println(text());
    }
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); } static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } static int hanoi(int n, char a, char b, char c) { return n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); } static String text() { return """
        block "text"
          indented\tz
        """; }
}
