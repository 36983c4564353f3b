// A parser of "true" that looks at the fourth character of "tru": the length is asked for three, not four.
// run: defect
// args: --method BooleanTextDefect.toBoolean
// verdict: violated
// violation: StringIndexOutOfBoundsException at toBoolean:@fourth
// run: fixed
// args: --method BooleanTextFixed.toBoolean
// verdict: proved
class BooleanTextDefect {
    static boolean toBoolean(String text) {
        if (text == null || text.length() < 2) {
            return false;
        }
        char first = text.charAt(0);
        if (text.length() == 2) {
            return (first == 'o' || first == 'O') && (text.charAt(1) == 'n' || text.charAt(1) == 'N');
        }
        if (first == 't') {
            return text.charAt(1) == 'r' && text.charAt(2) == 'u' && text.charAt(3) == 'e'; // @fourth
        }
        if (first == 'y') {
            return text.charAt(1) == 'e' && text.charAt(2) == 's';
        }
        return false;
    }
}

class BooleanTextFixed {
    static boolean toBoolean(String text) {
        if (text == null) {
            return false;
        }
        switch (text.length()) {
            case 2:
                return (text.charAt(0) == 'o' || text.charAt(0) == 'O') && (text.charAt(1) == 'n' || text.charAt(1) == 'N');
            case 3:
                return text.charAt(0) == 'y' && text.charAt(1) == 'e' && text.charAt(2) == 's';
            case 4:
                return text.charAt(0) == 't' && text.charAt(1) == 'r' && text.charAt(2) == 'u' && text.charAt(3) == 'e';
            default:
                return false;
        }
    }
}
