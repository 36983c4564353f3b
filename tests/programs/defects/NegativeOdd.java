// An odd negative number has the remainder -1.
// run: defect
// args: --method NegativeOddDefect.parity
// verdict: violated
// violation: AssertionError at parity:@one
// run: fixed
// args: --method NegativeOddFixed.parity
// verdict: proved
class NegativeOddDefect {
    static boolean isOdd(int number) {
        return number % 2 == 1;
    }

    static void parity(int number) {
        assert isOdd(number) != isOdd(number + 1); // @one
    }
}

class NegativeOddFixed {
    static boolean isOdd(int number) {
        return number % 2 != 0;
    }

    static void parity(int number) {
        assert isOdd(number) != isOdd(number + 1);
    }
}
