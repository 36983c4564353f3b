package gov.nasa.jpf.vm;

import lazuli.Sym;

/** The names that programs for Java PathFinder use, with the values of {@link Sym}. */
public class Verify {
    private Verify() {
    }

    public static boolean getBoolean() {
        return Sym.anyBoolean("getBoolean");
    }

    public static boolean getBoolean(boolean falseFirst) {
        return Sym.anyBoolean("getBoolean");
    }

    public static boolean randomBool() {
        return Sym.anyBoolean("randomBool");
    }

    public static int getInt(int least, int most) {
        return Sym.anyInt("getInt", least, most);
    }

    /** A choice that only a configuration of Java PathFinder describes. */
    public static int getInt(String key) {
        throw new UnsupportedOperationException("the choice " + key + " is not known");
    }

    /** A choice that only a configuration of Java PathFinder describes. */
    public static double getDouble(String key) {
        throw new UnsupportedOperationException("the choice " + key + " is not known");
    }

    public static long getLong(long least, long most) {
        return Sym.anyLong("getLong");
    }

    public static int random(int most) {
        return Sym.anyInt("random", 0, most);
    }

    public static int getIntFromList(int... values) {
        return Sym.anyInt("getIntFromList");
    }

    public static long getLongFromList(long... values) {
        return Sym.anyLong("getLongFromList");
    }

    public static float getFloatFromList(float... values) {
        return Sym.anyFloat("getFloatFromList");
    }

    public static double getDoubleFromList(double... values) {
        return Sym.anyDouble("getDoubleFromList");
    }

    public static void ignoreIf(boolean condition) {
        Sym.assume(!condition);
    }

    /** Whether the state was met before: what is outside of a search does not know of any. */
    public static boolean ifSubsumed(int place) {
        return false;
    }

    public static void assertTrue(boolean condition) {
        Sym.check(condition);
    }

    public static int incrementCounter(int id) {
        return 0;
    }

    public static int getCounter(int id) {
        return 0;
    }

    public static void resetCounter(int id) {
    }

    public static void setCounter(int id, int value) {
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void beginAtomic() {
    }

    public static void endAtomic() {
    }

    public static void breakTransition(String reason) {
    }

    public static void interesting(boolean condition) {
    }

    public static void boring(boolean condition) {
    }

    public static void addComment(String comment) {
    }
}
