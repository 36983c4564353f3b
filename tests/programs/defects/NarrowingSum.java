// A compound assignment narrows without a word.
// run: defect
// args: --method NarrowingSumDefect.deposit
// verdict: violated
// violation: AssertionError at deposit:@total
// run: fixed
// args: --method NarrowingSumFixed.deposit
// verdict: proved
class NarrowingSumDefect {
    private int cents;

    void add(long amount) {
        cents += amount;
    }

    static void deposit(long amount) {
        if (amount < 0 || amount > 1L << 40) {
            return;
        }
        NarrowingSumDefect account = new NarrowingSumDefect();
        account.add(amount);
        assert account.cents == amount; // @total
    }
}

class NarrowingSumFixed {
    private long cents;

    void add(long amount) {
        cents += amount;
    }

    static void deposit(long amount) {
        if (amount < 0 || amount > 1L << 40) {
            return;
        }
        NarrowingSumFixed account = new NarrowingSumFixed();
        account.add(amount);
        assert account.cents == amount;
    }
}
