// A recursion without end overflows the stack, however much of it is known.
// args: --method Overflow.run --compose
// verdict: violated
// violation: StackOverflowError at Overflow.down:@down
class Overflow {
    static int down(int number) {
        if (number == 0) return 0;
        return down(number) + 1; // @down
    }

    static int run(int number) {
        if (number == 1) return down(number);
        return 0;
    }
}
