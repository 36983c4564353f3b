// A list of the input that two threads share; one that is first looked into by one of several is a reason.
// run: raced
// args: --method SharedByThreads.raced --collection-size 1
// verdict: violated
// violation: AssertionError at raced:@raced
// run: joined
// args: --method SharedByThreads.joined --collection-size 1
// verdict: bounded
// run: late
// args: --method SharedByThreads.late --collection-size 1
// verdict: inconclusive
// reason: first looked into by one of several threads
import java.util.List;

class SharedByThreads {
    static void raced(List<Integer> xs) throws InterruptedException {
        if (xs == null || xs.size() != 1) {
            return;
        }
        Thread other = new Thread(() -> xs.add(1));
        other.start();
        int size = xs.size();
        other.join();
        assert size == 1; // @raced
    }

    static void joined(List<Integer> xs) throws InterruptedException {
        if (xs == null || xs.size() != 1) {
            return;
        }
        Thread other = new Thread(() -> xs.add(1));
        other.start();
        other.join();
        assert xs.size() == 2;
    }

    static void late(List<Integer> xs) throws InterruptedException {
        if (xs == null) {
            return;
        }
        Thread other = new Thread(() -> xs.add(1));
        other.start();
        other.join();
        assert xs.size() <= 2;
    }
}
