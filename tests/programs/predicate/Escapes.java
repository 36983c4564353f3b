// A scanner that takes for granted that something follows a backslash.
// args: --method Escapes.unquote
// verdict: violated
// violation: StringIndexOutOfBoundsException at unquote:@next
class Escapes {
    static int unquote(String text) {
        if (text == null) {
            return 0;
        }
        int units = 0;
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '\\') {
                at++;
                if (text.charAt(at) == 'u') { // @next
                    at += 4;
                }
            }
            at++;
            units++;
        }
        return units;
    }
}
