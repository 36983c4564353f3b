// After the last char comes the first.
// args: --method LettersWrap.between
// verdict: violated
// violation: AssertionError at between:@wrapped
class LettersWrap {
    static int between(char from, char to) {
        int count = 0;
        for (char letter = from; letter <= to; letter++) {
            assert letter >= from; // @wrapped
            count++;
        }
        return count;
    }
}
