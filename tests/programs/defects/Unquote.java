// One quotation mark is the first and the last character at once.
// run: defect
// args: --method UnquoteDefect.unquote
// verdict: violated
// violation: StringIndexOutOfBoundsException at unquote:@inner
// run: fixed
// args: --method UnquoteFixed.unquote
// verdict: bounded
class UnquoteDefect {
    static String unquote(String text) {
        if (text != null && text.startsWith("\"") && text.endsWith("\"")) {
            return text.substring(1, text.length() - 1); // @inner
        }
        return text;
    }
}

class UnquoteFixed {
    static String unquote(String text) {
        if (text != null && text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            return text.substring(1, text.length() - 1);
        }
        return text;
    }
}
