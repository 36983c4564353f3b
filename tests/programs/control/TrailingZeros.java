// Endless for 0; bounded by the number of symbolic branches.
// args: --method TrailingZeros.count --max-choices 8
// verdict: bounded
class TrailingZeros {
    static void count(int x) {
        int zeros = 0;
        while ((x & 1) == 0) {
            x >>= 1;
            zeros++;
        }
        assert zeros >= 0;
    }
}
