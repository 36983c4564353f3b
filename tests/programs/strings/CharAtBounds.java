// An index outside of a string is the library's exception, caught like any other.
// run: misuse
// args: --method CharAtBounds.third --heap lazier
// verdict: violated
// violation: StringIndexOutOfBoundsException at third:@third
// run: outcome
// args: --method CharAtBounds.third --report jvm --heap summary
// verdict: proved
// run: caught
// args: --method CharAtBounds.caught --heap lazy
// verdict: proved
class CharAtBounds {
    static char third(String s) {
        return s == null ? 'x' : s.charAt(2); // @third
    }

    static void caught(String s) {
        if (s == null) {
            return;
        }
        try {
            s.charAt(3);
            assert s.length() > 3;
        } catch (IndexOutOfBoundsException e) {
            assert s.length() <= 3;
        }
    }
}
