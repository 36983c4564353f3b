// What the library says of characters, all 65,536 of them.
// run: digit
// args: --method CharacterClasses.digit --heap lazy
// verdict: violated
// violation: AssertionError at digit:@digit
// run: letters
// args: --method CharacterClasses.letters --heap lazier-sharp
// verdict: proved
// run: neither
// args: --method CharacterClasses.neither --heap lazier
// verdict: violated
// violation: AssertionError at neither:@neither
// run: upper
// args: --method CharacterClasses.upper --heap summary
// verdict: violated
// violation: AssertionError at upper:@upper
class CharacterClasses {
    static void digit(char c) {
        assert !Character.isDigit(c) || c <= '9'; // @digit
    }

    static void letters(char c) {
        if (c < 128) {
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            assert Character.isLetter(c) == letter;
            assert Character.isLetterOrDigit(c) == (letter || c >= '0' && c <= '9');
            assert Character.isUpperCase(c) == (letter && c <= 'Z');
        }
        assert !Character.isDigit(c) || Character.digit(c, 10) >= 0 && Character.digit(c, 10) <= 9;
    }

    static void neither(char c) {
        if (Character.isLetter(c)) {
            assert Character.isUpperCase(c) || Character.isLowerCase(c); // @neither
        }
    }

    static void upper(char c) {
        assert Character.toLowerCase(Character.toUpperCase(c)) == Character.toLowerCase(c); // @upper
    }
}
