// A loop without a fixed end needs a bound.
// run: bounded
// args: --method CountUp.count --unwind 5
// verdict: bounded
// run: late
// args: --method CountUp.late --unwind 10
// verdict: violated
// violation: AssertionError at late:@late
class CountUp {
    static void count(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        assert i >= n;
    }

    static void late(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
            assert sum != 6; // @late
        }
    }
}
