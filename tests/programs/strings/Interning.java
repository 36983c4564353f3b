// intern() gives the one object for a text; whether a method gave its receiver back is not always known.
// run: one
// args: --method Interning.one --string-length 3
// verdict: bounded
// run: literal
// args: --method Interning.literal --string-length 4
// verdict: violated
// violation: AssertionError at literal:@literal
// run: unsure
// args: --method Interning.unsure --string-length 3
// verdict: inconclusive
// reason: the identity of a string
class Interning {
    static void one(String s, String t) {
        if (s != null && t != null) {
            assert (s.intern() == t.intern()) == s.equals(t);
            assert s.intern() == s.intern();
        }
    }

    static void literal(String s) {
        if (s != null && s.intern() == "ab") {
            assert s == "ab"; // @literal
        }
    }

    static void unsure(String s) {
        if (s != null) {
            assert s.trim() == s || s.trim() != s;
        }
    }
}
