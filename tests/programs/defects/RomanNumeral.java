// A smaller numeral is subtracted if a larger one follows; the last one is followed by nothing.
// run: defect
// args: --method RomanNumeralDefect.parse
// verdict: violated
// violation: StringIndexOutOfBoundsException at parse:@next
// run: fixed
// args: --method RomanNumeralFixed.parse --string-length 4
// verdict: bounded
class RomanNumeralDefect {
    static int digit(char c) {
        switch (c) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            default:
                throw new IllegalArgumentException("not a numeral");
        }
    }

    static int parse(String text) {
        int value = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            int digit = digit(text.charAt(i));
            int next = digit < 10 ? digit(text.charAt(i + 1)) : 0; // @next
            value += digit < next ? -digit : digit;
        }
        return value;
    }
}

class RomanNumeralFixed {
    static int digit(char c) {
        switch (c) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            default:
                throw new IllegalArgumentException("not a numeral");
        }
    }

    static int parse(String text) {
        int value = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            int digit = digit(text.charAt(i));
            int next = i + 1 < text.length() ? digit(text.charAt(i + 1)) : 0;
            value += digit < next ? -digit : digit;
        }
        return value;
    }
}
