// A transfer to oneself.
// run: any
// args: --method Transfer.send
// verdict: violated
// violation: NullPointerException at send:@null
// violation: AssertionError at send:@self
// run: other
// args: --method Transfer.sendToOther
// verdict: proved
class Transfer {
    int balance;

    void send(Transfer to, int amount) {
        int before = balance;
        balance -= amount;
        to.balance += amount; // @null
        assert balance == before - amount; // @self
    }

    void sendToOther(Transfer to, int amount) {
        if (to == null || to == this) {
            return;
        }
        int before = balance;
        balance -= amount;
        to.balance += amount;
        assert balance == before - amount;
    }
}
