// A return or a break in finally overrides an exception.
// run: swallowed
// args: --method FinallyOverrides.swallowed
// verdict: proved
// run: returned
// args: --method FinallyOverrides.returned
// verdict: violated
// violation: AssertionError at returned:@returned
class FinallyOverrides {
    @SuppressWarnings("finally")
    static int value(int x) {
        try {
            return x;
        } finally {
            x++;
            if (x == 10) {
                return -1;
            }
        }
    }

    @SuppressWarnings("finally")
    static int swallowed(int x) {
        int result = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            try {
                try {
                    if (i == x) {
                        throw new IllegalStateException();
                    }
                    result += 1;
                } finally {
                    result += 10;
                    if (i == 1) {
                        break outer;
                    }
                }
            } catch (IllegalStateException e) {
                result += 100;
            }
        }
        assert result == (x == 0 ? 121 : x == 1 ? 21 : 22);
        return result;
    }

    static void returned(int x) {
        assert value(x) == x; // @returned
    }
}
