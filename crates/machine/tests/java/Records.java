import java.util.*;

public class Records {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("negative"); } double length() { return Math.sqrt(x * x + y * y); } static Point origin() { return new Point(0, 0); } }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a, Point p) {}
    record Empty() {}
    record Box<T>(T value) { @Override public String toString() { return "Box of " + value; } }
    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    record Square(double s) implements Shape {}
    static double area(Shape s) { if (s instanceof Circle c) return 3 * c.r() * c.r(); if (s instanceof Square q && q.s() > 0) return q.s() * q.s(); return 0; }
    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4);
        System.out.println(p + " " + p.equals(q) + (p == q) + p.hashCode() + " " + p.length() + Point.origin() + p.equals(null) + p.equals("x") + p.x());
        int[] shared = {1};
        All a = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, -0.0, null, shared, p), b = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 0.0, null, shared, p);
        System.out.println(a.equals(b) + " " + a.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, -0.0, null, shared, q)) + " " + a.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println(new All(false, (byte) 1, 'c', (short) 2, 3, 1L << 40, 5f, Double.NaN, "t", null, p).hashCode());
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + new Empty().hashCode() + new Box<>("x") + new Box<>(1).equals(new Box<>(1)));
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Set<Point> set = new HashSet<>(List.of(p)); System.out.println(set.contains(q));
        System.out.println(area(new Circle(2)) + " " + area(new Square(3)) + area(new Square(-1)));
    }
}
