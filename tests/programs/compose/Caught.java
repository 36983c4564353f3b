// What a method throws is caught in it, in its caller, or nowhere, and told with its own lines.
// args: --method Caught.run --compose
// verdict: violated
// violation: ArithmeticException at divide:@divide
class Caught {
    static int divide(int one, int other) {
        return one / other; // @divide
    }

    static int safe(int one, int other) {
        try {
            return divide(one, other);
        } catch (ArithmeticException exception) {
            return -1;
        } finally {
            count++;
        }
    }

    static int count;

    static void run(int one, int other) {
        int before = count;
        int safe = safe(one, other);
        assert count == before + 1;
        assert other != 0 || safe == -1;
        try {
            divide(one, other);
            assert other != 0;
        } catch (ArithmeticException exception) {
            assert other == 0;
        }
        divide(one, other - 1);
    }
}
