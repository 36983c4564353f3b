// An abbreviation whose width leaves less than nothing for the text before the dots.
// run: defect
// args: --method AbbreviationDefect.abbreviate
// verdict: violated
// violation: StringIndexOutOfBoundsException at abbreviate:@rest
// run: fixed
// args: --method AbbreviationFixed.abbreviate
// verdict: bounded
class AbbreviationDefect {
    private static final String DOTS = "...";

    static String abbreviate(String text, int width) {
        if (text == null) {
            return null;
        }
        if (text.length() <= width) {
            return text;
        }
        return text.substring(0, width - DOTS.length()) + DOTS; // @rest
    }
}

class AbbreviationFixed {
    private static final String DOTS = "...";

    static String abbreviate(String text, int width) {
        if (text == null) {
            return null;
        }
        if (width <= DOTS.length()) {
            throw new IllegalArgumentException("width must be more than " + DOTS.length());
        }
        if (text.length() <= width) {
            return text;
        }
        return text.substring(0, width - DOTS.length()) + DOTS;
    }
}
