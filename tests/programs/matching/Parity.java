// A flag that alternates: two states in all.
// run: alternates
// args: --method Parity.check --match exact --heap lazy
// verdict: proved
// run: odd
// args: --method Parity.odd --match exact
// verdict: violated
// violation: AssertionError at odd:@odd
class Parity {
    Parity next;

    static void check(Parity list) {
        int flag = 0;
        for (Parity node = list; node != null; node = node.next) {
            flag = 1 - flag;
        }
        assert flag == 0 || flag == 1;
    }

    static void odd(Parity list) {
        boolean isOdd = false;
        for (Parity node = list; node != null; node = node.next) {
            isOdd = !isOdd;
        }
        assert !isOdd; // @odd
    }
}
