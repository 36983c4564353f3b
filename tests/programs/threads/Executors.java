// A pool of fixed size: results and exceptions come through Future.get; tasks of two workers compete.
// run: result
// args: --method Executors.result
// verdict: proved
// run: failure
// args: --method Executors.failure
// verdict: proved
// run: race
// args: --method Executors.race --match exact --timeout 60s
// verdict: violated
// violation: AssertionError at race:@lost

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

class Executors {
    static int counter;

    static void result(int x) throws Exception {
        ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> x > 10 ? 1 : 2);
        int got = future.get();
        pool.shutdown();
        assert got == (x > 10 ? 1 : 2);
    }

    static void failure() throws Exception {
        ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> {
            if (counter == 0) throw new IllegalStateException("no");
            return 1;
        });
        pool.shutdown();
        try {
            future.get();
            assert false;
        } catch (ExecutionException e) {
            assert e.getCause() instanceof IllegalStateException;
        }
    }

    static void race() throws Exception {
        ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
        Future<?> one = pool.submit(() -> counter++);
        Future<?> two = pool.submit(() -> counter++);
        one.get();
        two.get();
        pool.shutdown();
        assert counter == 2; // @lost
    }
}
