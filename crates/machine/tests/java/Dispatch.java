public class Dispatch {
    static abstract class Animal { abstract String sound(); String twice() { return sound() + sound(); } static String kind() { return "animal"; } private String secret() { return "a"; } String reveal() { return secret(); } }
    static class Dog extends Animal { String sound() { return "woof"; } static String kind() { return "dog"; } private String secret() { return "d"; } String own() { return secret() + super.twice(); } }
    static class Puppy extends Dog { @Override String sound() { return "yip" + super.sound(); } }
    interface Named { default String name() { return "named"; } } interface Titled extends Named { default String name() { return "titled " + Named.super.name(); } } interface Other { default String name() { return "other"; } }
    static class Both implements Titled, Other { public String name() { return Titled.super.name() + Other.super.name(); } }
    static String over(Object o) { return "O"; } static String over(String s) { return "S"; } static String over(Integer i) { return "I"; } static String over(int i) { return "i"; } static String over(long l) { return "l"; } static String over(Object... os) { return "V" + os.length; }
    class In { int q = outerField; class Deep { int r = q + outerField; } } int outerField = 3;
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    public static void main(String[] args) {
        Animal a = new Puppy(); System.out.println(a.sound() + a.twice() + a.reveal() + ((Dog) a).own() + Animal.kind() + Dog.kind());
        System.out.println(new Both().name() + over("x") + over(1) + over(1L) + over((Object) "y") + over('c') + over() + over(1, 2) + over((Integer) 5) + over(2.0));
        Dispatch d = new Dispatch(); Dispatch.In.Deep deep = d.new In().new Deep(); System.out.println(deep.r + max("a", "b") + max(3, 2));
        Object o = new int[]{1}; System.out.println((o instanceof int[]) + " " + (o instanceof Object[]) + (null instanceof String)); int x = 5; x += 3.7; System.out.println(x); x = x++ + ++x; System.out.println(x);
        long sum = 0; for (int i = 0, j = 10; i < j; i++, j--) sum += (long) i * j; System.out.println(sum); byte bb = (byte) 127; bb++; System.out.println(bb); char c = 'a'; c++; System.out.println(c); short s = (short) 40000; System.out.println(s >>> 1); int sh = 1 << -1; System.out.println(sh);
        int[][] jag = new int[3][]; jag[0] = new int[]{1, 2}; int[][][] cube = new int[2][3][4]; cube[1][2][3] = 7; System.out.println(jag[0].length + cube[1][2][3] + cube.length + cube[0].length); final int k = 3; switch (k) { case 1: case 3: System.out.println("three"); case 4: System.out.println("fall"); break; default: System.out.println("no"); }
        StringBuilder t = new StringBuilder(); outer: for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 2) break outer; t.append(i * j); } } System.out.println(t); String tern = args.length > 0 ? "some" : null; System.out.println(tern + null + 1 + 2 + 'c' + (1 + 2)); System.out.println(1 + 2 + "x" + 1 + 2); do { x--; } while (x > 0); System.out.println(x); System.out.println((x == 0 || 1 / x > 0) && !(x != 0 && 1 / x > 0)); System.out.println(0x7fffffff + 1); System.out.println(1_000_000 * 1_000_000); System.out.println((5 & 3) + (5 | 3) + (5 ^ 3) + ~5); var list = new java.util.ArrayList<java.util.Map<String, int[]>>(); System.out.println(list.size());
        synchronized (d) { synchronized (d) { System.out.println(Thread.holdsLock(d)); } } System.out.println(Thread.holdsLock(d));
    }
}
