// A JVM has interned strings before a program starts (names, literals of its library), so whether a computed string is itself the one
// that intern() gives is not known the first time; what follows from that one is.
// run: known-before
// args: --method StringsOfTheJvm.knownBefore
// verdict: inconclusive
// reason: the identity of a string
// run: number
// args: --method StringsOfTheJvm.number
// verdict: inconclusive
// reason: the identity of a string
// run: later-literal
// args: --method StringsOfTheJvm.laterLiteral
// verdict: inconclusive
// reason: the identity of a string
// run: one-for-all
// args: --method StringsOfTheJvm.oneForAll
// verdict: proved
// run: second
// args: --method StringsOfTheJvm.second
// verdict: violated
// violation: AssertionError at second:@second
class StringsOfTheJvm {
    static void knownBefore() {
        String made = new StringBuilder("ja").append("va").toString();
        assert made.intern() == made;
    }

    static void number() {
        String made = "" + 1L * StringsOfTheJvm.class.getName().length();
        assert made.intern() != made;
    }

    static void laterLiteral() {
        String made = new StringBuilder("never seen").append(" before").toString();
        made.intern();
        assert made == "never seen before";
    }

    static void oneForAll() {
        String made = new StringBuilder("ja").append("va").toString();
        String again = new StringBuilder("jav").append("a").toString();
        assert made != again;
        assert made.intern() == again.intern();
        assert made.intern() == "java";
        assert again.intern() != again;
    }

    static void second() {
        String made = new StringBuilder("never seen").append(" at all").toString();
        String again = new StringBuilder("never").append(" seen at all").toString();
        made.intern();
        assert again.intern() == again; // @second
    }
}
