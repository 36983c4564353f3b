// A repOk() that changes the object it is asked about proves nothing about the object as it was.
// args: --method ChangingInvariant.check
// verdict: inconclusive
// reason: changes its input
class ChangingInvariant {
    int value;

    boolean repOk() {
        value = 7;
        return true;
    }

    void check() {
        assert value == 7;
    }
}
