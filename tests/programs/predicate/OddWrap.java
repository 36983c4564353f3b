// Steps of three from zero meet a number that three does not divide: ints wrap around, and three does not divide their number.
// args: --method OddWrap.walk
// verdict: violated
// violation: AssertionError at walk:@rest
class OddWrap {
    static void walk(int start, int end) {
        if (start % 3 != 0) {
            return;
        }
        int place = start;
        while (place != end && place % 3 == 0) {
            place += 3;
        }
        assert place % 3 == 0; // @rest
    }
}
