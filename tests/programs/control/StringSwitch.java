// "Aa" and "BB" have the same hash code.
// run: told
// args: --method StringSwitch.told
// verdict: proved
// run: default
// args: --method StringSwitch.missed
// verdict: violated
// violation: AssertionError at missed:@missed
class StringSwitch {
    static int number(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "": return 3;
            default: return 4;
        }
    }

    static void told(boolean b) {
        String s = b ? "Aa" : "BB";
        assert number(s) == (b ? 1 : 2);
        assert number("") == 3;
    }

    static void missed(int x) {
        String s = x > 0 ? "BB" : x < 0 ? "Aa" : "AaBB";
        assert number(s) != 4; // @missed
    }
}
