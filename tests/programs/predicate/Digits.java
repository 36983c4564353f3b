// A scanner over a text of any length: it reads only where there is something.
// args: --method Digits.number
// verdict: proved
class Digits {
    static int number(String text) {
        if (text == null) {
            return 0;
        }
        int end = text.length();
        int at = 0;
        while (at < end && text.charAt(at) == ' ') {
            at++;
        }
        int from = at;
        int value = 0;
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            value = value * 10 + (text.charAt(at) - '0');
            at++;
        }
        assert from <= at && at <= end;
        return value;
    }
}
