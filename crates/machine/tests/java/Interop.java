import java.util.*;
import java.util.function.*;

public class Interop {
    static class Matrix<T extends Number> implements Iterable<T> {
        private final T[][] cells;
        @SafeVarargs Matrix(T[]... rows) { cells = rows; }
        public Iterator<T> iterator() {
            return new Iterator<T>() {
                int r = 0, c = 0;
                public boolean hasNext() { while (r < cells.length && c >= cells[r].length) { r++; c = 0; } return r < cells.length; }
                public T next() { if (!hasNext()) throw new NoSuchElementException("done"); return cells[r][c++]; }
            };
        }
        double total() { double sum = 0; for (T t : this) sum += t.doubleValue(); return sum; }
    }
    static class Ref { Object self; int depth; }
    static <A, B, C> Function<A, C> pipe(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) { return a -> g.apply(f.apply(a)); }
    static <T> Supplier<T> memo(Supplier<T> s) { Object[] box = {null, false}; return () -> { if (!(Boolean) box[1]) { box[0] = s.get(); box[1] = true; } @SuppressWarnings("unchecked") T t = (T) box[0]; return t; }; }
    static int fact(int n) { IntUnaryOperator[] f = new IntUnaryOperator[1]; f[0] = k -> k <= 1 ? 1 : k * f[0].applyAsInt(k - 1); return f[0].applyAsInt(n); }
    static String classify(Object o) { if (o instanceof CharSequence cs && cs.length() > 2) return "long text"; else if (o instanceof Number n) return "number " + n.intValue(); else if (o instanceof Object[] arr) return "array " + arr.length; return String.valueOf(o); }
    public static void main(String[] args) {
        System.out.println(new Matrix<>(new Integer[]{1, 2}, new Integer[]{}, new Integer[]{3}).total());
        try { Iterator<Double> it = new Matrix<Double>(new Double[]{1.5}).iterator(); it.next(); it.next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        Ref r = new Ref(); r.self = r; r.depth = 3; System.out.println(((Ref) ((Ref) r.self).self).depth);
        System.out.println(pipe((String s) -> s.length(), (Integer n) -> n * n).apply("four") + " " + fact(10));
        int[] calls = {0}; Supplier<String> m = memo(() -> "c" + ++calls[0]); System.out.println(m.get() + m.get() + calls[0]);
        for (Object o : new Object[]{"abc", "a", 3.9, 7L, new String[2], null, 'c'}) System.out.print(classify(o) + "; ");
        System.out.println();
        Map<String, Supplier<Collection<Integer>>> makers = new LinkedHashMap<>();
        makers.put("list", ArrayList::new); makers.put("set", TreeSet::new); makers.put("deque", ArrayDeque::new); makers.put("linked", LinkedHashSet::new);
        for (Map.Entry<String, Supplier<Collection<Integer>>> e : makers.entrySet()) { Collection<Integer> c = e.getValue().get(); Collections.addAll(c, 3, 1, 2, 3); System.out.print(e.getKey() + c + (c instanceof RandomAccess) + " "); }
        System.out.println();
        BinaryOperator<Integer> gcd = new BinaryOperator<>() { public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); } }; System.out.println(gcd.apply(84, 36) + " " + gcd.andThen(Integer::toBinaryString).apply(12, 8));
        List<Runnable> tasks = new ArrayList<>(); StringBuilder log = new StringBuilder(); for (int i = 0; i < 3; i++) { int k = i; tasks.add(() -> log.append(k)); } tasks.forEach(Runnable::run); Collections.reverse(tasks); tasks.forEach(Runnable::run); System.out.println(log);
        Iterator<Integer> spliterated = new ArrayList<>(List.of(1, 2, 3)).iterator(); spliterated.forEachRemaining(x -> System.out.print(x + " ")); System.out.println();
        long bits = 0; for (int i = 0; i < 64; i += 3) bits |= 1L << i; System.out.println(Long.toBinaryString(bits) + " " + Long.bitCount(bits) + " " + Long.highestOneBit(bits)); System.out.println(Objects.toString(new Object[0].length) + Objects.isNull(null) + Objects.nonNull(1) + Arrays.asList(1, null, 3) + Collections.nCopies(2, "x"));
        try { List.of(1, null); } catch (NullPointerException e) { System.out.println("npe"); } try { Map.of("a", 1, "a", 2); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } try { new TreeMap<String, Integer>().put(null, 1); } catch (NullPointerException e) { System.out.println("npe"); } try { Collections.unmodifiableMap(new HashMap<>()).put(1, 1); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); } try { new ArrayList<>(List.of(1)).iterator().remove(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); } try { new PriorityQueue<Object>(List.of(new Object(), new Object())); } catch (ClassCastException e) { System.out.println("cce"); } try { Integer.valueOf(null); } catch (NumberFormatException e) { System.out.println(e.getMessage()); } try { "abc".repeat(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } try { new StringBuilder("ab").insert(5, "x"); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); } try { Arrays.copyOfRange(new int[3], 4, 5); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); } try { Arrays.sort(new int[3], 2, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } try { Arrays.fill(new int[3], 1, 5, 0); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
