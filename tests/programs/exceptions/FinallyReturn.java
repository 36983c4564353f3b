// A return in finally discards the exception, and the other return.
// run: swallowed
// args: --method FinallyReturn.swallowed
// verdict: proved
// run: value
// args: --method FinallyReturn.value
// verdict: proved
// run: wrong
// args: --method FinallyReturn.wrong
// verdict: violated
// violation: AssertionError at wrong:@wrong
class FinallyReturn {
    @SuppressWarnings("finally")
    static int swallowed(int x) {
        try {
            return 10 / x;
        } finally {
            return 0;
        }
    }

    static int saved(int x) {
        int result = x;
        try {
            return result;
        } finally {
            result = 99;
        }
    }

    @SuppressWarnings("finally")
    static int overridden(boolean b) {
        try {
            return 1;
        } finally {
            if (b) {
                return 2;
            }
        }
    }

    static void value(int x) {
        assert saved(x) == x;
    }

    static void wrong(boolean b) {
        assert overridden(b) == 1; // @wrong
    }
}
