// A callee with loops has cases as far as they end; the rest of it is run as it is.
// args: --method Loops.run --compose
// verdict: violated
// violation: AssertionError at run:@sum
class Loops {
    static int sum(int count) {
        int sum = 0;
        for (int i = 1; i <= count; i++) sum += i;
        return sum;
    }

    static void run(int count) {
        if (count < 0 || count > 20) return;
        int total = 0;
        for (int i = 0; i < 2; i++) total += sum(count);
        assert total == count * (count + 1);
        assert total != 2 * 105; // @sum
    }
}
