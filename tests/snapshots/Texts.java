class Texts {
    static char second(String text) {
        return text.charAt(1);
    }

    static void greeting(String text) {
        assert !text.startsWith("a\"b") || text.length() != 5;
    }

    static boolean isShort(String text) {
        return text != null && text.length() < 3 && text.equals(text.trim());
    }
}
