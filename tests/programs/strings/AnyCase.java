// Upper and lower case of any characters, by the library's tables: some become several characters.
// run: upper
// args: --method AnyCase.upper --string-length 3
// verdict: proved
// run: sharp
// args: --method AnyCase.sharp --string-length 3
// verdict: violated
// violation: AssertionError at sharp:@grows
// run: lower
// args: --method AnyCase.lower --string-length 2
// verdict: proved
// run: dotted
// args: --method AnyCase.dotted --string-length 2
// verdict: violated
// violation: AssertionError at dotted:@dotted
// run: pair
// args: --method AnyCase.pair --string-length 2
// verdict: violated
// violation: AssertionError at pair:@pair
// run: sigma
// args: --method AnyCase.sigma --string-length 2
// verdict: proved
// run: wordEnd
// args: --method AnyCase.wordEnd --string-length 2
// verdict: violated
// violation: AssertionError at wordEnd:@final
import java.util.Locale;

public class AnyCase {
    static void upper(String s) {
        if (s != null && s.length() == 1) {
            assert s.toUpperCase(Locale.ROOT).length() <= 3;
            assert !s.toUpperCase(Locale.ROOT).equals("a");
        }
    }

    static void sharp(String s) {
        if (s != null && s.length() == 1) {
            assert s.toUpperCase(Locale.ROOT).length() == 1; // @grows
        }
    }

    static void lower(String s) {
        if (s != null && s.length() == 1) {
            assert !s.toLowerCase(Locale.ENGLISH).equals("A");
            assert s.toLowerCase(Locale.ENGLISH).length() <= 2;
        }
    }

    static void dotted(String s) {
        if (s != null) {
            assert s.toLowerCase(Locale.ENGLISH).length() == s.length(); // @dotted
        }
    }

    static void pair(String s) {
        if (s != null) {
            assert !s.toUpperCase(Locale.ROOT).equals("\ud801\udc00") || s.equals("\ud801\udc00"); // @pair
        }
    }

    static void sigma(String s) {
        if (s != null && s.equals("\u03a3")) {
            assert s.toLowerCase(Locale.ROOT).equals("\u03c3");
        }
    }

    static void wordEnd(String s) {
        if (s != null) {
            assert !s.toLowerCase(Locale.ROOT).equals("a\u03c2") || s.endsWith("\u03c2"); // @final
        }
    }
}
