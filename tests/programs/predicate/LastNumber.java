// A loop up to and including the greatest number there is comes back to the smallest.
// args: --method LastNumber.count
// verdict: violated
// violation: AssertionError at count:@wrapped
class LastNumber {
    static int count(int from, int to) {
        int counted = 0;
        for (int i = from; i <= to; i++) {
            assert i >= from; // @wrapped
            counted++;
        }
        return counted;
    }
}
