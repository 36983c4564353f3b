// A scanner over characters in an array, with labels: a comment goes to the end of the line, and no further than the text.
// args: --method Tokens.skip
// verdict: proved
class Tokens {
    static int skip(char[] text) {
        if (text == null) {
            return 0;
        }
        int at = 0;
        int lines = 0;
        scan:
        while (at < text.length) {
            if (text[at] == '#') {
                while (text[at] != '\n') {
                    at++;
                    if (at == text.length) {
                        break scan;
                    }
                }
                lines++;
            } else if (text[at] != ' ') {
                at++;
                continue scan;
            }
            at++;
        }
        assert at == text.length;
        assert lines <= at;
        return at;
    }
}
