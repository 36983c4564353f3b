// A char that is counted up to a bound which it never passes.
// args: --method Letters.between
// verdict: proved
class Letters {
    static int between(char from, char to) {
        if (from > to) {
            return 0;
        }
        char letter = from;
        int count = 0;
        while (letter != to) {
            letter++;
            count++;
            assert from < letter && letter <= to;
        }
        assert count == to - from;
        return count;
    }
}
