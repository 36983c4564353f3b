package org.cprover;

/** Methods of strings and builders under the names that programs for JBMC use. */
public final class CProverString {
    private CProverString() {
    }

    public static char charAt(String string, int index) {
        return string.charAt(index);
    }

    public static char charAt(StringBuffer buffer, int index) {
        return buffer.charAt(index);
    }

    public static int codePointAt(String string, int index) {
        return string.codePointAt(index);
    }

    public static int codePointBefore(String string, int index) {
        return string.codePointBefore(index);
    }

    public static int codePointCount(String string, int begin, int end) {
        return string.codePointCount(begin, end);
    }

    public static int offsetByCodePoints(String string, int index, int offset) {
        return string.offsetByCodePoints(index, offset);
    }

    public static String substring(String string, int begin) {
        return string.substring(begin);
    }

    public static String substring(String string, int begin, int end) {
        return string.substring(begin, end);
    }

    public static CharSequence subSequence(String string, int begin, int end) {
        return string.subSequence(begin, end);
    }

    public static boolean equals(String string, String other) {
        return string.equals(other);
    }

    public static StringBuilder append(StringBuilder builder, CharSequence text, int begin, int end) {
        return builder.append(text, begin, end);
    }

    public static StringBuilder delete(StringBuilder builder, int begin, int end) {
        return builder.delete(begin, end);
    }

    public static StringBuffer delete(StringBuffer buffer, int begin, int end) {
        return buffer.delete(begin, end);
    }

    public static StringBuilder deleteCharAt(StringBuilder builder, int index) {
        return builder.deleteCharAt(index);
    }

    public static StringBuffer deleteCharAt(StringBuffer buffer, int index) {
        return buffer.deleteCharAt(index);
    }

    public static StringBuilder insert(StringBuilder builder, int index, String text) {
        return builder.insert(index, text);
    }

    public static StringBuilder insert(StringBuilder builder, int index, int number) {
        return builder.insert(index, number);
    }

    public static void setCharAt(StringBuilder builder, int index, char unit) {
        builder.setCharAt(index, unit);
    }

    public static void setCharAt(StringBuffer buffer, int index, char unit) {
        buffer.setCharAt(index, unit);
    }

    public static void setLength(StringBuilder builder, int length) {
        builder.setLength(length);
    }

    public static void setLength(StringBuffer buffer, int length) {
        buffer.setLength(length);
    }

    public static String toString(int number) {
        return Integer.toString(number);
    }

    public static String toString(int number, int radix) {
        return Integer.toString(number, radix);
    }

    public static int parseInt(String text, int radix) {
        return Integer.parseInt(text, radix);
    }

    public static String toString(long number) {
        return Long.toString(number);
    }

    public static String toString(long number, int radix) {
        return Long.toString(number, radix);
    }

    public static long parseLong(String text, int radix) {
        return Long.parseLong(text, radix);
    }

    public static String toString(float number) {
        return Float.toString(number);
    }

    public static String toString(double number) {
        return Double.toString(number);
    }
}
