// An exception that nothing catches in a thread ends that thread only. It is a violation where it happens, unless a handler takes it.
// run: index
// args: --method Uncaught.indexInThread
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at lambda$indexInThread$0:@index
// run: handled
// args: --method Uncaught.handled
// verdict: proved
// run: monitor-released
// args: --method Uncaught.monitorIsReleased
// verdict: proved

class Uncaught {
    static int entered;

    static void indexInThread(int i) throws InterruptedException {
        int[] values = new int[3];
        Thread thread = new Thread(() -> values[i & 3] = 1); // @index
        thread.start();
        thread.join();
    }

    static void handled() throws InterruptedException {
        int[] seen = new int[1];
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((who, what) -> seen[0] = what instanceof IllegalStateException ? 1 : 2);
        thread.start();
        thread.join();
        assert seen[0] == 1;
    }

    static synchronized void failInside() {
        entered++;
        if (entered == 1) throw new IllegalStateException();
    }

    static void monitorIsReleased() throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                failInside();
            } catch (IllegalStateException e) {
                entered += 10;
            }
        });
        thread.start();
        thread.join();
        failInside();
        assert entered == 12;
    }
}
