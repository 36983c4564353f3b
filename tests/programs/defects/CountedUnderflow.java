// An unsigned budget below zero is a huge one: only "not zero" is asked.
// run: defect
// args: --method CountedUnderflowDefect.consume
// verdict: violated
// violation: AssertionError at consume:@left
// run: fixed
// args: --method CountedUnderflowFixed.consume
// verdict: proved
class CountedUnderflowDefect {
    private int left;

    boolean spend(int amount) {
        if (left == 0) {
            return false;
        }
        left -= amount;
        return true;
    }

    static void consume(int budget, int amount) {
        if (budget < 0 || amount < 0) {
            return;
        }
        CountedUnderflowDefect account = new CountedUnderflowDefect();
        account.left = budget;
        account.spend(amount);
        assert account.left >= 0; // @left
    }
}

class CountedUnderflowFixed {
    private int left;

    boolean spend(int amount) {
        if (left < amount) {
            return false;
        }
        left -= amount;
        return true;
    }

    static void consume(int budget, int amount) {
        if (budget < 0 || amount < 0) {
            return;
        }
        CountedUnderflowFixed account = new CountedUnderflowFixed();
        account.left = budget;
        account.spend(amount);
        assert account.left >= 0;
    }
}
