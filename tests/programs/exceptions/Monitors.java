// Monitors are released by exceptions; null has none.
// run: released
// args: --method Monitors.released
// verdict: proved
// run: null
// args: --method Monitors.locked
// verdict: violated
// violation: NullPointerException at locked:@locked
class Monitors {
    int value;

    synchronized void set(int x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        value = x;
    }

    static void released(int x) {
        Monitors m = new Monitors();
        try {
            m.set(x);
        } catch (IllegalArgumentException e) {
            assert x < 0;
        }
        synchronized (m) {
            synchronized (m) {
                m.set(1);
            }
        }
        assert m.value == 1;
    }

    static void locked(Monitors m) {
        synchronized (m) { // @locked
            m.value = 1;
        }
    }
}
