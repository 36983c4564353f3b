// Case does not count: neither between K and the Kelvin sign, nor between s and the long s.
// run: kelvin
// args: --method IgnoringCase.kelvin --heap lazier
// verdict: violated
// violation: AssertionError at kelvin:@kelvin
// run: letters
// args: --method IgnoringCase.letters --heap summary
// verdict: proved
// run: parse
// args: --method IgnoringCase.parse --heap lazy
// verdict: violated
// violation: AssertionError at parse:@parse
class IgnoringCase {
    static void kelvin(String s) {
        if ("kg".equalsIgnoreCase(s)) {
            assert s.charAt(0) == 'k' || s.charAt(0) == 'K'; // @kelvin
        }
    }

    static void letters(String s) {
        if ("dog".equalsIgnoreCase(s)) {
            assert s.length() == 3 && (s.charAt(0) == 'd' || s.charAt(0) == 'D');
            assert !s.equals("cat") && !s.equals("do");
        }
    }

    static void parse(String s) {
        assert Boolean.parseBoolean(s) == "true".equals(s); // @parse
    }
}
