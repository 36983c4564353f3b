// Leaving a loop from inside finally.
// run: jumps
// args: --method FinallyJumps.jumps
// verdict: proved
// run: wrong
// args: --method FinallyJumps.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class FinallyJumps {
    @SuppressWarnings("finally")
    static int count(int stop) {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == stop) {
                    throw new IllegalStateException();
                }
                count++;
                continue;
            } finally {
                count += 10;
                if (i == stop) {
                    break;
                }
            }
        }
        return count;
    }

    static void jumps() {
        assert count(0) == 10;
        assert count(2) == 32;
        assert count(9) == 55;
    }

    static void wrong(int stop) {
        assert count(stop) != 43; // @wrong
    }
}
