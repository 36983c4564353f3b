import java.util.concurrent.atomic.AtomicInteger;

/** Two threads count what they serve. */
public class Clerks {
    static int served;

    /** Has a race: both clerks may read before either writes. */
    static void racing() throws InterruptedException {
        Runnable clerk = () -> served++;
        Thread one = new Thread(clerk), two = new Thread(clerk);
        one.start();
        two.start();
        one.join();
        two.join();
        assert served == 2;
    }

    static void atomic() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Runnable clerk = () -> count.incrementAndGet();
        Thread one = new Thread(clerk), two = new Thread(clerk);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count.get() == 2;
    }
}
