import java.util.*;
import java.util.function.*;

public class Lambdas {
    interface Shape { double area(); default String describe() { return "area " + area(); } static Shape square(double s) { return () -> s * s; } }
    static int twice(int x) { return 2 * x; }
    int base = 10; int plus(int x) { return base + x; }
    static long sum(ToLongFunction<Integer> f, int n) { long s = 0; for (int i = 0; i < n; i++) s += f.applyAsLong(i); return s; }
    static <T, R> R apply(Function<? super T, ? extends R> f, T t) { return f.apply(t); }
    interface TriFunction<A, B, C, R> { R apply(A a, B b, C c); }
    interface Chars { char get(int i); }
    interface Gen<T extends Number> { double of(T t); }
    interface IntGen extends Gen<Integer> { double of(Integer t); }
    static class Parent { String hi() { return "parent"; } }
    static class Child extends Parent { String hi() { return "child"; } Supplier<String> up() { return super::hi; } Supplier<String> me() { return this::hi; } }
    interface Maker { int[] make(int n); }
    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1;
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        Supplier<List<String>> maker = ArrayList::new;
        Function<Integer, List<String>> sized = ArrayList::new;
        UnaryOperator<String> upper = String::toUpperCase;
        IntUnaryOperator dbl = Lambdas::twice;
        Lambdas me = new Lambdas();
        IntFunction<Integer> bound = me::plus;
        ToDoubleFunction<Integer> widen = Integer::intValue;
        IntToLongFunction toLong = Lambdas::twice;
        Runnable run = () -> System.out.println("run " + me.base);
        run.run();
        System.out.println(inc.andThen(inc).compose(inc).apply(1) + " " + add.apply(2, 3) + maker.get() + sized.apply(5) + upper.apply("abc") + dbl.applyAsInt(21) + bound.apply(5) + widen.applyAsDouble(3) + toLong.applyAsLong(4));
        System.out.println(Shape.square(1.5).describe() + " " + sum(Integer::longValue, 10) + apply(Object::toString, 12) + apply(String::length, "four"));
        int[] counter = {0}; long big = 1L << 40; double dd = 0.5; char ch = 'z'; boolean flag = true; String str = "s"; byte by = 3; float fl = 1.25f; short sh = 9;
        Supplier<String> captured = () -> counter[0]++ + " " + big + dd + ch + flag + str + by + fl + sh;
        System.out.println(captured.get() + captured.get());
        TriFunction<Integer, Long, String, String> tri = (a, b, c) -> a + b + c;
        System.out.println(tri.apply(1, 2L, "3"));
        Chars chars = "hello"::charAt; System.out.println(chars.get(1));
        IntGen gen = t -> t * 1.5; Gen<Integer> viaBridge = gen; System.out.println(viaBridge.of(4));
        Child child = new Child(); System.out.println(child.up().get() + child.me().get());
        Maker arrays = int[]::new; System.out.println(arrays.make(4).length);
        Function<String, Integer> parse = Integer::parseInt; Predicate<String> empty = String::isEmpty;
        System.out.println(parse.apply("42") + " " + empty.negate().or(s -> s == null).test("") + Optional.of(5).map(x -> x * 2).filter(x -> x > 5).orElse(-1));
        BooleanSupplier bs = () -> flag; ObjIntConsumer<String> oc = (s, i) -> System.out.println(s + i + bs.getAsBoolean()); oc.accept("n", 3);
        Comparator<String> cmp = Comparator.<String, Integer>comparing(String::length).reversed(); List<String> l = new ArrayList<>(List.of("a", "ccc", "bb")); l.sort(cmp); System.out.println(l);
        Supplier<Runnable> nested = () -> () -> System.out.println("nested " + str); nested.get().run();
        Callable<Integer> same = null; for (int i = 0; i < 2; i++) { Callable<Integer> c = () -> 7; if (i == 1) System.out.println(c == same); same = c; }
        Function<Object, String> f2 = o -> { if (o instanceof Integer) return "int"; return "obj"; }; System.out.println(f2.apply(1) + f2.apply("x"));
        try { Function raw = (Function<String, Integer>) String::length; raw.apply(5); } catch (ClassCastException e) { System.out.println("cce"); }
        try { Supplier<Integer> n = () -> null; int x = n.get(); } catch (NullPointerException e) { System.out.println("npe"); }
        Runnable ser = (Runnable & java.io.Serializable) () -> System.out.println("ser"); ser.run(); System.out.println(ser instanceof java.io.Serializable);
        Consumer<Integer> boxing = Lambdas::twice; boxing.accept(4); Function<Integer, Object> ret = Lambdas::twice; System.out.println(ret.apply(6));
        map(3, x -> x + 0.5);
        new Lambdas().inner();
    }
    interface Callable<V> { V call(); }
    static void map(int x, IntToDoubleFunction f) { System.out.println(f.applyAsDouble(x)); }
    void inner() { class Local { int v = base; } Supplier<Local> s = Local::new; System.out.println(s.get().v); IntSupplier t = () -> { base++; return base; }; System.out.println(t.getAsInt() + base); }
}
