// The receiver of an inherited method may be of a subclass.
// run: base
// args: --method Account.check
// verdict: violated
// violation: AssertionError at check:@check
// run: sealed
// args: --method Fixed.check
// verdict: proved
class Account {
    int fee() {
        return 1;
    }

    void check() {
        assert fee() > 0; // @check
    }
}

class FreeAccount extends Account {
    @Override
    int fee() {
        return 0;
    }
}

final class Fixed {
    int fee() {
        return 1;
    }

    void check() {
        assert fee() > 0;
    }
}
