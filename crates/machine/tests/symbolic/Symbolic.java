import java.util.*;
import java.util.function.*;

public class Symbolic {
    static void print(int i, long l, double d, char c, boolean b) {
        System.out.println(i);
        System.out.println(l);
        System.out.print(d);
        System.out.println(c);
        System.out.println(b);
        System.out.println("i = " + i + ", d = " + d);
        System.out.println((Object) Integer.valueOf(i));
        System.err.println(i);
    }

    static void printBuilt(int i, double d) {
        StringBuilder text = new StringBuilder("x").append(i).append(d).append("y").append('c').append(true);
        System.out.println(text);
        System.out.println(text.toString());
        String s = String.valueOf(i);
        System.out.println(s + d);
        throwAway(new IllegalArgumentException("bad " + i));
    }

    static void throwAway(RuntimeException e) {
        System.out.println(e);
    }

    static void printFormatted(int i, double d, char c) {
        System.out.printf("%d %5.2f %s%n", i, d, c);
        System.out.println(String.format("%x %c", i, c));
    }

    static void formatWrongly(int i) {
        System.out.printf("%f", i);
    }

    static int lookAtText(double d) {
        return ("" + d).length();
    }

    static boolean lookAtDigits(int i) {
        return ("" + i).length() > 11;
    }

    static int sameBoxes(int a, int b) {
        Integer x = a, y = b;
        if (x == y) {
            assert a == b && a >= -128 && a <= 127;
            return 1;
        }
        if (x.intValue() == y.intValue()) {
            assert a < -128 || a > 127;
            return 2;
        }
        return 0;
    }

    static int boxAgainstConstant(int a) {
        Integer x = a, y = 100;
        return x == y ? 1 : 0;
    }

    static int boxAgainstLargeConstant(int a) {
        Integer x = a, y = 1000;
        return x == y ? 1 : 0;
    }

    static int unboxed(int a) {
        Object box = a;
        return (Integer) box == a ? 1 : 0;
    }

    static int cloneAgrees(int[] a, int i) {
        int[] b = a.clone();
        int before = a[i];
        a[i] = before + 1;
        return b[i] == before && b.length == a.length && a[i] != b[i] ? 1 : 0;
    }

    static int copyOfAgrees(int[] a) {
        int[] b = Arrays.copyOf(a, a.length);
        return b[1] == a[1] ? 1 : 0;
    }

    static int arraycopyAgrees(int[] a) {
        int[] b = new int[4];
        System.arraycopy(a, 2, b, 1, 2);
        return b[0] == 0 && b[1] == a[2] && b[2] == a[3] && b[3] == 0 ? 1 : 0;
    }

    static class Node implements Cloneable {
        int value;
        Node next;

        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    static int cloneOfReferences(Node[] a) {
        Node[] b = a.clone();
        return b[0] == a[0] && b != a ? 1 : 0;
    }

    static int cloneObject(Node n) throws CloneNotSupportedException {
        Node m = (Node) n.copy();
        return m != n && m.value == n.value && m.next == n.next ? 1 : 0;
    }

    static int shift(int at) {
        int[] a = {10, 11, 12, 13};
        System.arraycopy(a, at, a, 0, 2);
        return a[0] == 10 + at && a[1] == 11 + at && a[2] == 12 && a[3] == 13 ? 1 : 0;
    }

    static int removeAt(int at) {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        list.remove(at);
        return list.size() == 2 && list.get(0) == (at == 0 ? "b" : "a") && list.get(1) == (at == 2 ? "b" : "c") ? 1 : 0;
    }

    static int roots(double d) {
        if (!(d >= 1 && d <= 1.0000001)) return 1;
        return Math.sqrt(d) >= 1 && Math.floor(d) == 1 && Math.ceil(-d) == -1 ? 1 : 0;
    }

    static int absolute(int i) {
        return Math.abs(i) >= 0 ? 1 : 0;
    }

    /** Within what Java says of it. */
    static int sine(double d) {
        double sine = Math.sin(d);
        return sine != sine || (sine >= -1 && sine <= 1) ? 1 : 0;
    }

    static int bits(float f) {
        if (f != f) return 1;
        return Float.intBitsToFloat(Float.floatToIntBits(f)) == f ? 1 : 0;
    }

    static int listOfSymbols(int a, int b) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        LinkedList<Integer> other = new LinkedList<>(list);
        ArrayDeque<Integer> deque = new ArrayDeque<>(other);
        return list.get(0) + other.get(1) + deque.peekFirst() == a + b + a && list.size() == 2 ? 1 : 0;
    }

    static int map(int a, int b) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(a, 1);
        Integer found = map.get(b);
        return (found != null) == (a == b) ? 1 : 0;
    }

    static int sorted(int a, int b, int c) {
        int[] array = {a, b, c};
        Arrays.sort(array);
        return array[0] <= array[1] && array[1] <= array[2] && array[0] + array[1] + array[2] == a + b + c ? 1 : 0;
    }

    enum Color { RED, GREEN, BLUE }

    static int constant(int i) {
        Color color = Color.values()[i];
        switch (color) {
            case RED: return i == 0 ? 1 : 0;
            case GREEN: return i == 1 ? 1 : 0;
            default: return i == 2 && color.name() == "BLUE" ? 1 : 0;
        }
    }

    static int element(int i) {
        List<String> list = List.of("a", "b", "c");
        return list.get(i).length();
    }

    static int copyOntoInput(int[] a, int[] b) {
        if (a == null || b == null || a == b || a.length != b.length || b.length < 2) return 1;
        System.arraycopy(a, 0, b, 0, 2);
        return a[0] == b[0] && a[1] == b[1] ? 1 : 0;
    }

    static int copyRange(int[] a, int from) {
        if (a == null || a.length != 5) return 1;
        int[] b = new int[5];
        System.arraycopy(a, 0, b, 0, 5);
        int[] c = {1, 2, 3, 4, 5};
        System.arraycopy(b, from, c, from, 5 - from);
        return c[4] == (from == 5 ? 5 : a[4]) ? 1 : 0;
    }

    static long time() {
        return System.nanoTime();
    }

    static int lambda(int a) {
        IntUnaryOperator add = x -> x + a;
        Function<Integer, Integer> boxed = x -> x - a;
        return add.applyAsInt(1) == a + 1 && boxed.apply(a) == 0 ? 1 : 0;
    }

    record Pair(int x, int y) {}

    static int record(int a, int b) {
        return new Pair(a, b).equals(new Pair(b, a)) ? 1 : 0;
    }
}
