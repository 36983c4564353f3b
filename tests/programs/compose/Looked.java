// Strings and collections of the input are looked into by the method that is called.
// args: --method Looked.run --compose
// verdict: violated
// violation: AssertionError at run:@yes
class Looked {
    static int first(String text) {
        if (text == null || text.isEmpty()) return -1;
        return text.charAt(0) == 'y' ? 1 : 0;
    }

    static void run(String text) {
        int first = first(text);
        if (text == null) assert first == -1;
        assert first != 1; // @yes
    }
}
