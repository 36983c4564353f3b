package lazuli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;

/**
 * Values that are not known, for programs that are run by {@code lazuli check}: there, each call stands for every value
 * of its type.
 *
 * <p>On a plain JVM the values come from the system property {@code lazuli.values}, in the order of the calls, separated by
 * commas or white space: {@code -Dlazuli.values=5,true,0.25}. {@code -Dlazuli.values=@FILE} reads them from a file.
 * A char is the number of its UTF-16 unit; a float or double may be given by its bits, {@code #7fc00000}; a string is
 * its UTF-16 units in hexadecimal, four digits each, after a {@code $}: {@code $00480069}.
 */
public final class Sym {
    private static String[] values;
    private static int next;

    private Sym() {
    }

    public static boolean anyBoolean(String name) {
        String text = next(name, "boolean");
        if (!text.equals("true") && !text.equals("false")) {
            throw unfit(name, "boolean", text);
        }
        return text.equals("true");
    }

    public static byte anyByte(String name) {
        return (byte) integer(name, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static char anyChar(String name) {
        return (char) integer(name, "char", Character.MIN_VALUE, Character.MAX_VALUE);
    }

    public static short anyShort(String name) {
        return (short) integer(name, "short", Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static int anyInt(String name) {
        return (int) integer(name, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** An int between two others, which are possible as well. */
    public static int anyInt(String name, int least, int most) {
        return (int) integer(name, "int", least, most);
    }

    public static long anyLong(String name) {
        return integer(name, "long", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static float anyFloat(String name) {
        String text = next(name, "float");
        try {
            return text.startsWith("#")
                ? Float.intBitsToFloat(Integer.parseUnsignedInt(text.substring(1), 16)) : Float.parseFloat(text);
        } catch (NumberFormatException problem) {
            throw unfit(name, "float", text);
        }
    }

    public static double anyDouble(String name) {
        String text = next(name, "double");
        try {
            return text.startsWith("#")
                ? Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(1), 16)) : Double.parseDouble(text);
        } catch (NumberFormatException problem) {
            throw unfit(name, "double", text);
        }
    }

    /** Never null; every call makes a string object of its own. */
    public static String anyString(String name) {
        String text = next(name, "string");
        if (text.startsWith("@")) {
            return (String) object(name, "string", text);
        }
        if (!text.startsWith("$") || text.length() % 4 != 1) {
            throw unfit(name, "string", text);
        }
        char[] units = new char[text.length() / 4];
        for (int position = 0; position < units.length; position++) {
            try {
                units[position] = (char) Integer.parseInt(text.substring(4 * position + 1, 4 * position + 5), 16);
            } catch (NumberFormatException problem) {
                throw unfit(name, "string", text);
            }
        }
        return new String(units);
    }

    /**
     * Null, or any object of the class or a subclass, holding anything. On a plain JVM it can only be {@code null}; a
     * program that replays a violation has others.
     */
    public static <T> T anyObject(String name, Class<T> type) {
        String text = next(name, "object");
        return text.equals("null") ? null : type.cast(object(name, "object", text));
    }

    /** What {@code @3} stands for. */
    private static Object object(String name, String type, String text) {
        Object objects = System.getProperties().get("lazuli.objects");
        if (!text.startsWith("@") || !(objects instanceof Object[])) {
            throw unfit(name, type, text);
        }
        return ((Object[]) objects)[Integer.parseInt(text.substring(1))];
    }

    /** Executions for which the condition is false are none that anybody asks about. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new Rejected();
        }
    }

    /** An assertion that is checked with and without {@code -ea}. */
    public static void check(boolean condition) {
        if (!condition) {
            throw raisedByCaller(new AssertionError());
        }
    }

    /**
     * A place where {@code lazuli check} compares the state with those that were here before, in addition to the places that it
     * finds itself, or with {@code --match-at marked} instead of them. Otherwise it does nothing.
     */
    public static void matchHere() {
    }

    /** The error as if the method of this class that makes it, and its callers here, were not there. */
    private static AssertionError raisedByCaller(AssertionError error) {
        StackTraceElement[] trace = error.getStackTrace();
        int own = 0;
        while (own < trace.length && isOurs(trace[own].getClassName())) {
            own++;
        }
        error.setStackTrace(Arrays.copyOfRange(trace, own, trace.length));
        return error;
    }

    private static boolean isOurs(String name) {
        return name.equals("lazuli.Sym") || name.equals("gov.nasa.jpf.vm.Verify");
    }

    private static long integer(String name, String type, long least, long most) {
        String text = next(name, type);
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException problem) {
            throw unfit(name, type, text);
        }
        if (value < least || value > most) {
            throw unfit(name, type, text);
        }
        return value;
    }

    private static synchronized String next(String name, String type) {
        if (values == null) {
            values = read();
        }
        if (next >= values.length) {
            String given = values.length == 0 ? "there are none" : "there are only " + values.length;
            throw new IllegalStateException("no value for the " + type + " '" + name + "': " + given
                + ". Run this program with lazuli check, or give values with -Dlazuli.values=5,true or -Dlazuli.values=@FILE");
        }
        return values[next++];
    }

    private static String[] read() {
        String text = System.getProperty("lazuli.values", "");
        if (text.startsWith("@")) {
            try {
                text = new String(Files.readAllBytes(Paths.get(text.substring(1))), StandardCharsets.UTF_8);
            } catch (IOException problem) {
                throw new IllegalStateException("the file of -Dlazuli.values cannot be read: " + problem, problem);
            }
        }
        text = text.replace(',', ' ').trim();
        return text.isEmpty() ? new String[0] : text.split("\\s+");
    }

    private static IllegalStateException unfit(String name, String type, String text) {
        return new IllegalStateException("value number " + next + ", " + text + ", does not fit the " + type + " '" + name + "'");
    }

    /** An assumption does not hold for the values of this run. */
    public static final class Rejected extends Error {
        private static final long serialVersionUID = 1;

        Rejected() {
            super("an assumption does not hold: this run does not count");
        }
    }
}
