package gov.nasa.jpf.symbc;

import lazuli.Sym;

/** The names that programs for Symbolic PathFinder use, with the values of {@link Sym}. */
public class Debug {
    private Debug() {
    }

    public static void assume(boolean condition) {
        Sym.assume(condition);
    }

    public static boolean makeSymbolicBoolean(String name) {
        return Sym.anyBoolean(name);
    }

    public static byte makeSymbolicByte(String name) {
        return Sym.anyByte(name);
    }

    public static char makeSymbolicChar(String name) {
        return Sym.anyChar(name);
    }

    public static short makeSymbolicShort(String name) {
        return Sym.anyShort(name);
    }

    public static int makeSymbolicInteger(String name) {
        return Sym.anyInt(name);
    }

    public static long makeSymbolicLong(String name) {
        return Sym.anyLong(name);
    }

    public static double makeSymbolicReal(String name) {
        return Sym.anyDouble(name);
    }

    public static String makeSymbolicString(String name) {
        return Sym.anyString(name);
    }

    public static void printPC(String message) {
    }

    public static void printHeapPC(String message) {
    }
}
