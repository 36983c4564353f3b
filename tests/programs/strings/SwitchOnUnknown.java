// A switch goes by hash code and then by text: every label can be reached.
// run: labels
// args: --method SwitchOnUnknown.labels --string-length 4
// verdict: violated
// violation: AssertionError at labels:@two
// violation: AssertionError at labels:@BB
// run: ends
// args: --method SwitchOnUnknown.ends --string-length 4
// verdict: bounded
class SwitchOnUnknown {
    static void labels(String s) {
        if (s == null) {
            return;
        }
        switch (s) {
            case "one":
                break;
            case "two":
                assert false; // @two
            case "Aa":
                break;
            case "BB":
                assert false; // @BB
            default:
                assert !s.equals("one");
        }
    }

    static int number(String s) {
        return switch (s) {
            case "one" -> 1;
            case "two" -> 2;
            default -> s.length() + 3;
        };
    }

    static void ends(String s) {
        if (s != null) {
            int n = number(s);
            assert (n == 1) == s.equals("one") && (n == 2) == s.equals("two") && n != 0;
        }
    }
}
