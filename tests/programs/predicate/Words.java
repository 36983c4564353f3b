// A scanner with two states: how many words have begun, and whether one has not ended.
// args: --method Words.count
// verdict: proved
class Words {
    static int count(String text) {
        if (text == null) {
            return 0;
        }
        int length = text.length();
        int words = 0;
        boolean isInside = false;
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) == ' ') {
                isInside = false;
            } else if (!isInside) {
                isInside = true;
                words++;
            }
            assert !isInside || words > 0;
        }
        assert words <= length;
        return words;
    }
}
