// Producer and consumer over the library's queues.
// run: array
// args: --method Queues.arrayQueue
// verdict: proved
// run: linked
// args: --method Queues.linkedQueue
// verdict: proved
// run: order
// args: --method Queues.twoProducers
// verdict: violated
// violation: AssertionError at twoProducers:@order

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class Queues {
    static Thread producer(BlockingQueue<Integer> queue, int... items) {
        Thread thread = new Thread(() -> {
            try {
                for (int item : items) queue.put(item);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void arrayQueue() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread producer = producer(queue, 1, 2);
        assert queue.take() == 1;
        assert queue.take() == 2;
        producer.join();
        assert queue.isEmpty();
    }

    static void linkedQueue() throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread producer = producer(queue, 1, 2);
        assert queue.take() == 1;
        assert queue.take() == 2;
        producer.join();
    }

    static void twoProducers() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        Thread one = producer(queue, 1);
        Thread two = producer(queue, 2);
        int first = queue.take();
        one.join();
        two.join();
        assert first == 1; // @order
    }
}
