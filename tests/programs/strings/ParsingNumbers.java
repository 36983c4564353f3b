// Text that is a number, and text that is none.
// run: value
// args: --method ParsingNumbers.value --string-length 5 --heap lazier-sharp
// verdict: violated
// violation: AssertionError at value:@value
// run: zeros
// args: --method ParsingNumbers.zeros --string-length 4 --heap lazier
// verdict: violated
// violation: AssertionError at zeros:@zeros
// run: small
// args: --method ParsingNumbers.small --string-length 2 --heap summary
// verdict: bounded
// run: none
// args: --method ParsingNumbers.none --report uncaught --string-length 3 --heap lazy
// verdict: violated
// violation: NumberFormatException at none:@none
// run: back
// args: --method ParsingNumbers.back --heap lazier-sharp
// verdict: proved
class ParsingNumbers {
    static void value(String s) {
        try {
            assert Integer.parseInt(s) != 4711; // @value
        } catch (NumberFormatException e) {
            return;
        }
    }

    static void zeros(String s) {
        try {
            int n = Integer.parseInt(s);
            assert n != -7 || s.length() == 2; // @zeros
        } catch (NumberFormatException e) {
            return;
        }
    }

    static void small(String s) {
        try {
            int n = Integer.parseInt(s);
            assert -9 <= n && n <= 99;
            assert Long.parseLong(s) == n;
        } catch (NumberFormatException e) {
            assert s == null || s.length() != 1 || s.charAt(0) < '0' || s.charAt(0) > '9';
        }
    }

    static int none(String s) {
        return Integer.parseInt(s); // @none
    }

    static void back(byte b) {
        assert Integer.parseInt("" + b) == b;
    }
}
