import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Threads whose order does not show. */
public class Starting {
    static final List<String> DONE = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] arguments) throws Exception {
        Runnable work = () -> DONE.add(Thread.currentThread().getName());
        Thread[] threads = {
            new Thread(work, "one"), new Thread(null, work, "two"), new Thread(new ThreadGroup("some"), work, "three", 0),
            new Thread("four") {
                @Override
                public void run() {
                    work.run();
                }
            },
        };
        for (Thread thread : threads) {
            System.out.print(thread.isAlive() + " ");
            thread.start();
            thread.join();
            System.out.println(thread.isAlive() + " " + thread.getState());
        }
        System.out.println(DONE);
        Thread late = new Thread(work);
        late.setName("late");
        late.setPriority(Thread.MAX_PRIORITY);
        late.setDaemon(true);
        late.start();
        late.join();
        System.out.println(DONE.get(4) + " " + late.isDaemon() + " " + late.getPriority());
        try {
            late.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started before");
        }
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            System.out.println("interrupted " + Thread.currentThread().isInterrupted());
        }
    }
}
