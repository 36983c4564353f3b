// Objects of the input that two threads change: they may be one object, or two.
// run: aliases
// args: --method InputObjects.mayBeTheSame
// verdict: violated
// violation: AssertionError at mayBeTheSame:@aliased
// run: guarded
// args: --method InputObjects.guarded
// verdict: proved

class InputObjects {
    int value;

    static void mayBeTheSame(InputObjects a, InputObjects b) throws InterruptedException {
        if (a == null || b == null) return;
        a.value = 0;
        b.value = 0;
        Thread other = new Thread(() -> a.value = 1);
        other.start();
        b.value = 2;
        other.join();
        assert a.value == 1; // @aliased
    }

    static void guarded(InputObjects a) throws InterruptedException {
        if (a == null) return;
        int before = a.value;
        Thread other = new Thread(() -> {
            synchronized (a) {
                a.value++;
            }
        });
        other.start();
        synchronized (a) {
            a.value++;
        }
        other.join();
        assert a.value == before + 2;
    }
}
