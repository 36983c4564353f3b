// A high surrogate at the end of the text has no second half.
// run: defect
// args: --method HalfSurrogateDefect.codePoints
// verdict: violated
// violation: StringIndexOutOfBoundsException at codePoints:@low
// run: fixed
// args: --method HalfSurrogateFixed.codePoints --string-length 4
// verdict: bounded
class HalfSurrogateDefect {
    static int codePoints(String text) {
        if (text == null) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
                if (!Character.isLowSurrogate(text.charAt(i))) { // @low
                    throw new IllegalArgumentException("half a surrogate pair");
                }
            }
            count++;
        }
        return count;
    }
}

class HalfSurrogateFixed {
    static int codePoints(String text) {
        if (text == null) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    throw new IllegalArgumentException("half a surrogate pair");
                }
            }
            count++;
        }
        return count;
    }
}
