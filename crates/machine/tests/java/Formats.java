public class Formats {
    public static void main(String[] args) {
        System.out.println(String.format("%d %5d|%-5d|%05d %x %X %o %c %s %S %b %%%n", 42, 42, 42, 42, 255, 255, 8, 'c', "str", "up", true).trim());
        System.out.printf("%.2f %8.3f %e %.0f %s%n", 3.14159, 2.5, 12345.678, 2.5, 1.5);
        System.out.printf("%,d %+d %(d %s %10s|%-10s|%h%n", 1234567, 5, -5, java.util.List.of(1, 2), "r", "l", "hi");
        System.out.println(String.format("%2$s %1$s %s", "a", "b") + "%d items".formatted(3));
        try { String.format("%d", "x"); } catch (java.util.IllegalFormatException e) { System.out.println(e.getMessage()); }
        try { String.format("%d %d", 1); } catch (java.util.IllegalFormatException e) { System.out.println(e.getMessage()); }
        System.out.format("%s %s%n", null, new int[0].length);
        System.err.println("not here");
        System.out.write('w'); System.out.println(); System.out.append("app").append('c').println(); System.out.print(new char[]{'h', 'i'}); System.out.println(new char[]{'!'}); System.out.print(1L); System.out.print(1.5f); System.out.print(2.5); System.out.print('c'); System.out.print(true); System.out.print((Object) "o"); System.out.print((String) null); System.out.println(); System.out.println("\u00e9\u4f60"); System.out.flush();
    }
}
