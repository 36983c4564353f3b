// A backslash at the end of the text escapes nothing.
// run: defect
// args: --method EscapeAtEndDefect.unescape
// verdict: violated
// violation: StringIndexOutOfBoundsException at unescape:@escaped
// run: fixed
// args: --method EscapeAtEndFixed.unescape --string-length 4
// verdict: bounded
class EscapeAtEndDefect {
    static String unescape(String text) {
        if (text == null) {
            return null;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                c = text.charAt(++i); // @escaped
                if (c == 'n') {
                    c = '\n';
                } else if (c == 't') {
                    c = '\t';
                }
            }
            plain.append(c);
        }
        return plain.toString();
    }
}

class EscapeAtEndFixed {
    static String unescape(String text) {
        if (text == null) {
            return null;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = text.charAt(++i);
                if (c == 'n') {
                    c = '\n';
                } else if (c == 't') {
                    c = '\t';
                }
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
