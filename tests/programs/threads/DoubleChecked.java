// A singleton that is made lazily. Sequential consistency: the double check is right with or without volatile, the single one is not.
// run: unchecked
// args: --method DoubleChecked.unsynchronized
// verdict: violated
// violation: AssertionError at unsynchronized:@two
// run: checked
// args: --method DoubleChecked.doubleChecked
// verdict: proved

class DoubleChecked {
    static DoubleChecked plain;
    static volatile DoubleChecked instance;

    static DoubleChecked getPlain() {
        if (plain == null) plain = new DoubleChecked();
        return plain;
    }

    static DoubleChecked get() {
        DoubleChecked result = instance;
        if (result == null) {
            synchronized (DoubleChecked.class) {
                result = instance;
                if (result == null) {
                    result = new DoubleChecked();
                    instance = result;
                }
            }
        }
        return result;
    }

    static class Getter extends Thread {
        final boolean checks;
        DoubleChecked result;

        Getter(boolean checks) {
            this.checks = checks;
        }

        @Override
        public void run() {
            result = checks ? get() : getPlain();
        }
    }

    static void unsynchronized() throws InterruptedException {
        Getter getter = new Getter(false);
        getter.start();
        DoubleChecked own = getPlain();
        getter.join();
        assert own == getter.result; // @two
    }

    static void doubleChecked() throws InterruptedException {
        Getter getter = new Getter(true);
        getter.start();
        DoubleChecked own = get();
        getter.join();
        assert own == getter.result;
        assert own != null;
    }
}
