import java.util.*;

public class Enums {
    enum Color { RED, GREEN { String say() { return "g!"; } }, BLUE; String say() { return name().toLowerCase(); } }
    enum Op implements java.util.function.IntBinaryOperator {
        PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } }, TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } };
        final String symbol; Op(String s) { symbol = s; }
    }
    static String pick(Color c) { switch (c) { case RED: return "r"; case BLUE: return "b"; default: return "other"; } }
    public static void main(String[] args) {
        for (Color c : Color.values()) System.out.print(c + " " + c.ordinal() + c.say() + pick(c) + c.getDeclaringClass().getSimpleName() + " " + c.getClass().getSimpleName() + ";");
        System.out.println(Color.valueOf("BLUE") + " " + Color.RED.compareTo(Color.BLUE) + Color.GREEN.equals(Color.GREEN));
        try { Color.valueOf("PINK"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        for (Op op : Op.values()) System.out.print(op.symbol + op.applyAsInt(3, 4) + " ");
        System.out.println();
        EnumMap<Color, Integer> map = new EnumMap<>(Color.class);
        map.put(Color.BLUE, 1); map.put(Color.RED, 2);
        System.out.println(map + " " + map.containsKey(Color.GREEN));
        EnumSet<Color> set = EnumSet.of(Color.BLUE, Color.RED);
        set.add(Color.GREEN); set.remove(Color.RED);
        System.out.println(set + " " + EnumSet.allOf(Color.class) + EnumSet.complementOf(set) + EnumSet.noneOf(Color.class));
        String arrow = switch (Color.GREEN) { case RED -> "x"; case GREEN -> { String t = "yy"; yield t + 1; } case BLUE -> "z"; };
        System.out.println(arrow + Enum.valueOf(Color.class, "RED") + Color.class.isEnum() + Color.GREEN.getClass().isEnum());
        try { Color n = null; switch (n) { case RED: break; default: } } catch (NullPointerException e) { System.out.println("npe"); }
    }
}
