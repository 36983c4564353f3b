// Text blocks lose their indentation and keep their line ends.
// run: lines
// args: --method TextBlocks.lines
// verdict: proved
// run: counted
// args: --method TextBlocks.counted
// verdict: violated
// violation: AssertionError at counted:@counted
class TextBlocks {
    static void lines(int n) {
        String text = """
            a "b"
              c\
            d
            """;
        assert text.equals("a \"b\"\n  cd\n");
        String filled = """
            n=%d
            """.formatted(n);
        assert filled.equals("n=" + n + "\n");
    }

    static void counted(int index) {
        String text = """
            x
            y""";
        if (index >= 0 && index < text.length()) {
            assert text.charAt(index) != '\n'; // @counted
        }
    }
}
