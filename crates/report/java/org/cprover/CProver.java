package org.cprover;

import lazuli.Sym;

/** The names that programs for JBMC use, with the values of {@link Sym}. */
public final class CProver {
    private CProver() {
    }

    public static void assume(boolean condition) {
        Sym.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Sym.anyBoolean("nondetBoolean");
    }

    public static byte nondetByte() {
        return Sym.anyByte("nondetByte");
    }

    public static char nondetChar() {
        return Sym.anyChar("nondetChar");
    }

    public static short nondetShort() {
        return Sym.anyShort("nondetShort");
    }

    public static int nondetInt() {
        return Sym.anyInt("nondetInt");
    }

    public static long nondetLong() {
        return Sym.anyLong("nondetLong");
    }

    public static float nondetFloat() {
        return Sym.anyFloat("nondetFloat");
    }

    public static double nondetDouble() {
        return Sym.anyDouble("nondetDouble");
    }

    @SuppressWarnings("unchecked")
    public static <T> T nondetWithNull() {
        return (T) Sym.anyObject("nondetWithNull", Object.class);
    }

    public static <T> T nondetWithNull(T example) {
        return nondetWithNull();
    }

    @SuppressWarnings("unchecked")
    public static <T> T nondetWithoutNull() {
        return (T) Sym.anyObject("nondetWithoutNull", Object.class);
    }

    public static <T> T nondetWithoutNull(T example) {
        return nondetWithoutNull();
    }
}
