// Memory suffices for what the program asks for, unless it says what is to happen if not.
// run: caught
// args: --method TooLarge.caught --heap summary
// verdict: inconclusive
// reason: where OutOfMemoryError is caught
// run: above
// args: --method TooLarge.above --heap summary
// verdict: inconclusive
// reason: where OutOfMemoryError is caught
// run: small
// args: --method TooLarge.small --heap summary
// verdict: proved
// run: any
// args: --method TooLarge.any --heap summary
// verdict: proved
class TooLarge {
    static void caught(int n) {
        if (n == Integer.MAX_VALUE) {
            try {
                int[] all = new int[n];
            } catch (OutOfMemoryError e) {
                assert false;
            }
        }
    }

    static int[] made(int n) {
        return new int[n];
    }

    static void above(int n) {
        if (n >= 0) {
            try {
                made(n);
            } catch (VirtualMachineError e) {
                assert false;
            }
        }
    }

    static void small(int n) {
        if (0 <= n && n <= 1000) {
            try {
                made(n);
            } catch (OutOfMemoryError e) {
                assert false;
            }
        }
    }

    static void any(int n) {
        if (n >= 0) {
            assert made(n).length == n;
        }
    }
}
