public class Strings {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + s.substring(7) + s.substring(0, 5) + s.indexOf("World") + s.indexOf('o', 5) + s.lastIndexOf('o'));
        System.out.println(s.toUpperCase() + s.toLowerCase() + s.replace('l', 'L') + s.replace("World", "There") + s.contains("lo, W") + s.startsWith("Hell") + s.endsWith("d"));
        System.out.println(s.hashCode() + " " + "".hashCode() + " " + s.equals("Hello, World") + s.equalsIgnoreCase("HELLO, WORLD") + s.compareTo("Help") + "a".compareTo("abc"));
        System.out.println("  trim me ".trim() + "|" + " x ".strip() + "|" + "".isEmpty() + " ".isBlank() + "ab".repeat(3));
        System.out.println(String.join("-", "a", "b", "c") + String.valueOf(new char[]{'x', 'y'}) + String.valueOf((Object) null) + "x".concat("y"));
        for (String part : "a,b,,c,,".split(",")) System.out.print("[" + part + "]");
        System.out.println();
        for (String part : "a1b22c333".split("[0-9]+")) System.out.print("[" + part + "]");
        System.out.println();
        System.out.println("caf\u00e9 \u4f60\u597d \ud83d\ude00".length() + " " + "caf\u00e9 \u4f60\u597d".charAt(6) + "\u4f60".hashCode());
        System.out.println("na\u00efve".toUpperCase() + "\u00e9\u4e16".indexOf('\u4e16') + new StringBuilder("\u4f60ab").reverse());
        String a = "interned", b = new String("interned"), c = "inter" + "ned";
        System.out.println((a == b) + " " + (a == b.intern()) + (a == c) + a.equals(b));
        String half = "inter"; String d = half + "ned";
        System.out.println((a == d) + " " + (a == d.intern()));
        StringBuilder sb = new StringBuilder();
        sb.append(1).append('c').append("str").append(2.5).append(true).append((Object) null).append(3L).append(1.5f).append(new char[]{'q'});
        sb.insert(0, "start").deleteCharAt(1).reverse().setLength(10);
        System.out.println(sb + " " + sb.length() + sb.charAt(2) + sb.indexOf("l"));
        sb.setLength(0); for (int i = 0; i < 100; i++) sb.append(i).append("\u4f60".charAt(0)); System.out.println(sb.length() + " " + sb.toString().hashCode());
        try { s.charAt(99); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { s.substring(5, 2); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        switch (s.substring(0, 5)) { case "World": System.out.println("w"); break; case "Hello": System.out.println("h"); break; default: System.out.println("d"); }
        switch ("Aa") { case "BB": System.out.println("BB"); break; case "Aa": System.out.println("Aa"); break; }
        System.out.println("a\tb\"c".chars().sum() + " " + "x=%d".length() + "abc".matches("[a-c]+") + "aXbX".replaceAll("X", "-"));
        char ch = 'a'; ch += 1; System.out.println(ch); System.out.println((int) ch); System.out.println(ch + 1); System.out.println("" + ch + 1);
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('x') + Character.toUpperCase('q') + Character.getNumericValue('7') + Character.isWhitespace(' '));
        System.out.println("line1\nline2".lines().count() + " " + "b".compareToIgnoreCase("A") + "abcabc".lastIndexOf("abc") + new String(new byte[]{72, 105}) + new String(new char[]{'a', 'b', 'c'}, 1, 2));
        System.out.println(java.util.Arrays.toString("h\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
