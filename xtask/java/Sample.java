import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** A bit of everything javac can emit, to be mutated. */
public class Sample {
    static final long LIMIT = 1L << 40;
    static final String NAME = "näme\u0000\uD83D\uDE00";
    int[] data = new int[8];
    double[][] grid = new double[3][4];
    volatile long counter;

    record Point(int x, long y) {}

    enum Color { RED, GREEN { @Override int weight() { return 2; } }, BLUE; int weight() { return 1; } }

    sealed interface Shape permits Circle, Square {}
    static final class Circle implements Shape { float radius; }
    static final class Square implements Shape { double side; }

    static int arithmetic(int a, int b) {
        int r = a + b * 3 - (a / (b | 1)) % 7;
        r ^= a << 3 | b >>> 2 & ~a >> 1;
        return r == 0 ? -a : r;
    }

    static long longs(long a, long b) {
        long x = a++ + --b;
        x += a * b;
        x <<= (int) b;
        return a > b ? x : a == b ? ~x : x / (b | 1);
    }

    static double floats(float f, double d) {
        float g = f * 2 - (float) d;
        return g > f ? d % 3.0 : g < f ? (double) f : (long) d + (int) f;
    }

    int loops(int n) {
        int sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = i; ; j += 2) {
                if (j > 100) continue outer;
                if (j == 77) break outer;
                sum += data[j & 7]++;
            }
        }
        do { sum -= data.length; counter++; } while (sum > 1000);
        return sum;
    }

    static String switches(int n, String s, Color c) {
        switch (n) {
            case 1: case 2: case 3: return "few";
            case 1000: return "many";
            case -5: n++;
            default: break;
        }
        switch (s) {
            case "a": return "A";
            case "Aa": case "BB": return "collision";
            default: break;
        }
        return switch (c) { case RED -> "r" + n; case GREEN -> s + c; case BLUE -> "b"; };
    }

    int exceptions(List<String> list) throws IOException {
        int state = 0;
        try {
            state = 1;
            if (list.isEmpty()) throw new IOException("empty");
            state = Integer.parseInt(list.get(0));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            state = -1;
            throw new IllegalStateException(e);
        } finally {
            counter += state;
        }
        try (java.io.StringReader r = new java.io.StringReader(NAME)) {
            return r.read() + state;
        }
    }

    synchronized Object monitors(Object lock) {
        synchronized (lock) {
            synchronized (this) {
                return lock.hashCode() > 0 ? lock : this;
            }
        }
    }

    static List<Supplier<String>> lambdas(int k, String t) {
        List<Supplier<String>> result = new ArrayList<>();
        IntFunction<int[]> make = int[]::new;
        for (int i = 0; i < k; i++) {
            int j = i;
            result.add(() -> t + j + make.apply(j).length);
            result.add(t::trim);
        }
        return result;
    }

    static boolean types(Object o, Shape shape) {
        if (o instanceof Point p && p.x() > 0) return p.equals(new Point(1, LIMIT));
        Object[] array = o instanceof Object[] ? (Object[]) o : new Object[] {o, shape};
        Class<?> c = int[][].class;
        byte[] bytes = {1, 2, 3};
        char ch = (char) bytes[1];
        short sh = (short) (ch + 1);
        boolean[] flags = new boolean[sh];
        flags[0] |= array.length > 2;
        assert flags[0] : c;
        return flags[0] && shape instanceof Circle;
    }
}
