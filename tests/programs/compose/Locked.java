// A monitor is held by the caller while the method that is called enters it again.
// args: --method Locked.run --compose
// verdict: violated
// violation: AssertionError at run:@two
class Locked {
    int value;

    synchronized int add(int number) {
        if (number > 0) value += number;
        return value;
    }

    static int inside(Locked locked, int number) {
        synchronized (locked) {
            if (number > 3) return locked.add(1);
            return locked.add(number);
        }
    }

    static void run(int number) {
        Locked locked = new Locked();
        synchronized (locked) {
            inside(locked, number);
        }
        assert number > 0 || locked.value == 0;
        assert locked.value != 2; // @two
    }
}
