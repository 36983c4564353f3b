/** Looks into text. */
public class Names {
    /** The letter before the dot, as in "J. Doe". */
    static char initial(String name) {
        return name.charAt(name.indexOf('.') - 1);
    }

    static void greet(String text) {
        assert !text.startsWith("hi ") || text.length() != 5 : "a name of two letters";
    }
}
