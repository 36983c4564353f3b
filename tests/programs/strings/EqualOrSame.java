// Equal strings of the input may be one object or two; one object has one text.
// run: equal
// args: --method EqualOrSame.equal --string-length 4
// verdict: violated
// violation: AssertionError at equal:@equal
// run: same
// args: --method EqualOrSame.same --string-length 4
// verdict: bounded
// reason: --string-length 4
// run: differ
// args: --method EqualOrSame.differ --string-length 4
// verdict: violated
// violation: AssertionError at differ:@differ
// run: three
// args: --method EqualOrSame.three --string-length 3
// verdict: bounded
// run: literal
// args: --method EqualOrSame.literal
// verdict: violated
// violation: AssertionError at literal:@literal
// run: own
// args: --method EqualOrSame.own
// verdict: proved
class EqualOrSame {
    static void equal(String s, String t) {
        if (s != null && s.equals(t)) {
            assert s == t; // @equal
        }
    }

    static void same(String s, String t) {
        if (s != null && s == t) {
            assert s.equals(t) && s.length() == t.length();
        }
    }

    static void differ(String s, String t) {
        if (s != null && s.equals(t)) {
            assert s != t; // @differ
        }
    }

    static void three(String s, String t, String u) {
        if (s == t && t == u) {
            assert s == u;
        }
    }

    static void literal(String s) {
        if (s == "word") {
            assert s.length() == 4 && s.equals("word");
        } else {
            assert !"word".equals(s); // @literal
        }
    }

    static void own(String s) {
        String made = new String("word");
        assert made != s;
        assert made != "word" && made.intern() == "word";
    }
}
