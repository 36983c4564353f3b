// A number that is nothing but a sign.
// run: defect
// args: --method SignOnlyDefect.parse
// verdict: violated
// violation: StringIndexOutOfBoundsException at parse:@digit
// run: fixed
// args: --method SignOnlyFixed.parse
// verdict: bounded
class SignOnlyDefect {
    static int parse(String text) {
        if (text == null || text.isEmpty()) {
            throw new NumberFormatException("empty");
        }
        int at = 0;
        boolean negative = text.charAt(0) == '-';
        if (negative) {
            at++;
        }
        int value = 0;
        do {
            int digit = text.charAt(at++) - '0'; // @digit
            if (digit < 0 || digit > 9) {
                throw new NumberFormatException(text);
            }
            value = 10 * value + digit;
        } while (at < text.length());
        return negative ? -value : value;
    }
}

class SignOnlyFixed {
    static int parse(String text) {
        if (text == null || text.isEmpty()) {
            throw new NumberFormatException("empty");
        }
        int at = 0;
        boolean negative = text.charAt(0) == '-';
        if (negative) {
            at++;
        }
        if (at == text.length()) {
            throw new NumberFormatException("no digits");
        }
        int value = 0;
        do {
            int digit = text.charAt(at++) - '0';
            if (digit < 0 || digit > 9) {
                throw new NumberFormatException(text);
            }
            value = 10 * value + digit;
        } while (at < text.length());
        return negative ? -value : value;
    }
}
