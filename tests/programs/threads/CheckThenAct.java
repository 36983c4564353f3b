// containsKey and put are two steps even on a ConcurrentHashMap; putIfAbsent is one.
// run: two-steps
// args: --method CheckThenAct.containsThenPut
// verdict: violated
// violation: AssertionError at containsThenPut:@both
// run: one-step
// args: --method CheckThenAct.putIfAbsent
// verdict: proved

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

class CheckThenAct {
    static void containsThenPut() throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        AtomicInteger made = new AtomicInteger();
        Runnable register = () -> {
            if (!map.containsKey("k")) {
                map.put("k", "v");
                made.incrementAndGet();
            }
        };
        Thread other = new Thread(register);
        other.start();
        register.run();
        other.join();
        assert made.get() == 1; // @both
    }

    static void putIfAbsent() throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        AtomicInteger made = new AtomicInteger();
        Runnable register = () -> {
            if (map.putIfAbsent("k", "v") == null) made.incrementAndGet();
        };
        Thread other = new Thread(register);
        other.start();
        register.run();
        other.join();
        assert made.get() == 1;
    }
}
