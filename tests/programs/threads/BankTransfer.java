// Two transfers into one account: without a monitor an update is lost, with one none is; two monitors in both orders deadlock.
// run: lost
// args: --method BankTransfer.unsynchronizedDeposits
// verdict: violated
// violation: AssertionError at unsynchronizedDeposits:@lost
// run: kept
// args: --method BankTransfer.synchronizedDeposits
// verdict: proved
// run: deadlock
// args: --method BankTransfer.transfersInBothDirections
// verdict: violated
// violation: Deadlock at transfersInBothDirections:@joined
// run: ordered
// args: --method BankTransfer.transfersInOneOrder
// verdict: proved

class BankTransfer {
    static class Account {
        final int number;
        int balance;

        Account(int number, int balance) {
            this.number = number;
            this.balance = balance;
        }

        void deposit(int amount) {
            balance += amount;
        }

        synchronized void depositSafely(int amount) {
            balance += amount;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    static void transferInOrder(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    static void unsynchronizedDeposits() throws InterruptedException {
        Account account = new Account(1, 0);
        Thread other = new Thread(() -> account.deposit(10));
        other.start();
        account.deposit(20);
        other.join();
        assert account.balance == 30; // @lost
    }

    static void synchronizedDeposits() throws InterruptedException {
        Account account = new Account(1, 0);
        Thread other = new Thread(() -> account.depositSafely(10));
        other.start();
        account.depositSafely(20);
        other.join();
        assert account.balance == 30;
    }

    static void transfersInBothDirections() throws InterruptedException {
        Account a = new Account(1, 100);
        Account b = new Account(2, 100);
        Thread one = new Thread(() -> transfer(a, b, 10));
        Thread two = new Thread(() -> transfer(b, a, 5));
        one.start();
        two.start();
        one.join(); // @joined
        two.join();
        assert a.balance + b.balance == 200;
    }

    static void transfersInOneOrder(int amount) throws InterruptedException {
        Account a = new Account(1, 100);
        Account b = new Account(2, 100);
        Thread one = new Thread(() -> transferInOrder(a, b, amount));
        Thread two = new Thread(() -> transferInOrder(b, a, 5));
        one.start();
        two.start();
        one.join();
        two.join();
        assert a.balance == 105 - amount;
        assert b.balance == 95 + amount;
    }
}
