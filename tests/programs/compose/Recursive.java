// Recursion is summarised to a depth, and goes on from there.
// args: --method Recursive.run --compose
// verdict: violated
// violation: AssertionError at run:@six
class Recursive {
    static boolean even(int number) {
        return number == 0 || odd(number - 1);
    }

    static boolean odd(int number) {
        return number != 0 && even(number - 1);
    }

    static void run(int number) {
        if (number < 0 || number > 6) return;
        boolean even = even(number);
        assert even == (number % 2 == 0);
        assert !even || number != 6; // @six
    }
}
