import java.util.*;

public class Patterns {
    sealed interface Shape permits Circle, Square, Group {}
    record Circle(double r) implements Shape {}
    record Square(int s) implements Shape {}
    record Group(Shape left, Shape right) implements Shape {}
    enum Color { RED, GREEN, BLUE }

    static double area(Shape s) {
        return switch (s) {
            case Circle(double r) when r > 10 -> -1;
            case Circle c -> c.r() * c.r();
            case Square(var side) -> side * side;
            case Group(Circle l, var r) -> 1000 + area(l) + area(r);
            case Group g -> area(g.left()) + area(g.right());
        };
    }
    static String describe(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "str " + s;
            case Color c when c == Color.RED -> "red";
            case Color c -> "color " + c;
            case int[] a -> "ints " + a.length;
            case List<?> l -> "list " + l.size();
            default -> "other";
        };
    }
    static String text(String s) { return switch (s) { case "a", "b" -> "ab"; case String t when t.length() > 3 -> "long"; case "c" -> "see"; default -> "d"; }; }
    static String color(Color c) { return switch (c) { case RED -> "r"; case Color x when x.ordinal() == 2 -> "two"; case GREEN -> "g"; case BLUE -> "b"; }; }
    static String number(Integer i) { return switch (i) { case 1 -> "one"; case Integer n when n < 0 -> "neg"; case 1000 -> "thousand"; case Integer n -> "n" + n; }; }
    sealed interface Mixed permits Tone, Noise {}
    enum Tone implements Mixed { HIGH, LOW }
    record Noise(int db) implements Mixed {}
    static String mixed(Mixed m) { return switch (m) { case Tone.HIGH -> "high"; case Tone.LOW -> "low"; case Noise n -> "noise" + n.db(); }; }
    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Circle(20)) + " " + area(new Square(3)) + " " + area(new Group(new Circle(1), new Square(2))) + " " + area(new Group(new Square(1), new Square(2))));
        for (Object o : new Object[]{null, 5, 500, "", "xyz", Color.RED, Color.BLUE, new int[3], List.of(1, 2), 2.5}) System.out.print(describe(o) + "; ");
        System.out.println();
        for (String s : List.of("a", "b", "c", "dddd", "e")) System.out.print(text(s) + " ");
        for (Color c : Color.values()) System.out.print(color(c) + " ");
        for (int i : new int[]{1, -5, 1000, 7}) System.out.print(number(i) + " ");
        System.out.println(mixed(Tone.HIGH) + mixed(Tone.LOW) + mixed(new Noise(3)));
        try { area(null); } catch (NullPointerException e) { System.out.println("npe"); }
        Object o = new Group(new Square(1), new Circle(2));
        if (o instanceof Group(Square(int a), Circle(double b)) && a < b) System.out.println(a + b);
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3)); System.out.println(list.getFirst() + list.reversed().toString() + list.removeLast());
    }
}
