// An object of an interface is no array, unless the interface is one that arrays implement.
// run: text
// args: --method NoArrays.text
// verdict: bounded
// run: compared
// args: --method NoArrays.compared
// verdict: bounded
// run: asked
// args: --method NoArrays.asked
// verdict: bounded
// run: rows
// args: --method NoArrays.rows
// verdict: proved
// run: saved
// args: --method NoArrays.saved
// verdict: violated
// violation: AssertionError at saved:@saved
// run: copied
// args: --method NoArrays.copied
// verdict: violated
// violation: AssertionError at copied:@copied
class NoArrays {
    static final class Name implements CharSequence, Comparable<Name> {
        int length;

        public int length() {
            return length;
        }

        public char charAt(int index) {
            return 'a';
        }

        public CharSequence subSequence(int start, int end) {
            return this;
        }

        public int compareTo(Name other) {
            return 0;
        }
    }

    static final class Copy implements Cloneable, java.io.Serializable {
    }

    static void text(CharSequence text, char[] units) {
        if (text != null && units != null) {
            assert (Object) text != (Object) units;
        }
    }

    static void compared(Comparable<?> one, int[] other) {
        if (one != null && other != null) {
            assert (Object) one != (Object) other;
        }
    }

    static void asked(CharSequence text) {
        assert !((Object) text instanceof char[]);
        assert !((Object) text instanceof Object[]);
        assert !((Object) text instanceof Integer);
    }

    static void rows(Comparable<?>[] one, int[][] other) {
        if (one != null && other != null) {
            assert (Object) one != (Object) other;
        }
    }

    static void saved(java.io.Serializable one, int[] other) {
        if (one != null && other != null) {
            assert (Object) one != (Object) other; // @saved
        }
    }

    static void copied(Cloneable one, Object[] other) {
        if (one != null && other != null) {
            assert (Object) one != (Object) other; // @copied
        }
    }
}
