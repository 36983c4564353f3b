// Replacing characters.
// run: undone
// args: --method Replacing.undone --string-length 4 --heap lazy
// verdict: violated
// violation: AssertionError at undone:@undone
// run: gone
// args: --method Replacing.gone --string-length 4 --heap lazier-sharp
// verdict: bounded
class Replacing {
    static void undone(String s) {
        if (s != null) {
            assert s.replace('a', 'b').replace('b', 'a').equals(s) || s.length() < 3; // @undone
        }
    }

    static void gone(String s) {
        if (s != null) {
            assert s.replace('a', 'b').indexOf('a') < 0;
            assert s.replace("a", "").length() <= s.length() && !s.replace("a", "").contains("a");
            assert s.replace("a", "xy").length() >= s.length();
        }
    }
}
