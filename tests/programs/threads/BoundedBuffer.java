// A buffer of one place. With `if` instead of `while` a consumer that is woken finds nothing.
// run: correct
// args: --method BoundedBuffer.correct
// verdict: proved
// run: if-instead-of-while
// args: --method BoundedBuffer.checksOnce
// verdict: violated
// violation: AssertionError at checksOnce:@empty

class BoundedBuffer {
    int items;
    boolean foundNothing;

    synchronized void put() throws InterruptedException {
        while (items == 1) wait();
        items++;
        notifyAll();
    }

    synchronized void take() throws InterruptedException {
        while (items == 0) wait();
        items--;
        notifyAll();
    }

    synchronized void takeCheckingOnce() throws InterruptedException {
        if (items == 0) wait();
        if (items == 0) foundNothing = true;
        else items--;
        notifyAll();
    }

    interface Task {
        void run() throws InterruptedException;
    }

    static Thread started(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void correct() throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread one = started(buffer::take);
        Thread two = started(buffer::take);
        buffer.put();
        buffer.put();
        one.join();
        two.join();
        assert buffer.items == 0;
    }

    static void checksOnce() throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread one = started(buffer::takeCheckingOnce);
        Thread two = started(buffer::takeCheckingOnce);
        buffer.put();
        buffer.put();
        one.join();
        two.join();
        assert !buffer.foundNothing; // @empty
    }
}
