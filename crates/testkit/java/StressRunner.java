import java.lang.reflect.Constructor;
import java.util.BitSet;
import java.util.Random;

/**
 * Runs each of the programs of Stress many times. Arguments: milliseconds for each, names. Prints a line for each: its name and
 * the outcomes that were seen.
 */
public class StressRunner {
    static final int BATCH = 500;
    static final int LONGEST_DELAY = 60;
    static final int MOST_SPINS = 2_000;

    /** How far each of the two threads is: they begin each program together, as far as the machine lets them. */
    static volatile int first, second;
    static volatile int sink;

    public static void main(String[] args) throws Exception {
        long millis = Long.parseLong(args[0]);
        for (int number = 1; number < args.length; number++) {
            Constructor<?> constructor = Class.forName("Stress$" + args[number]).getDeclaredConstructor();
            constructor.setAccessible(true);
            BitSet seen = new BitSet();
            long end = System.nanoTime() + millis * 1_000_000;
            do {
                batch(constructor, seen);
            } while (System.nanoTime() < end);
            StringBuilder line = new StringBuilder(args[number]);
            seen.stream().forEach(outcome -> line.append(' ').append(outcome));
            System.out.println(line);
        }
    }

    static void batch(Constructor<?> constructor, BitSet seen) throws Exception {
        Stress.Pair[] pairs = new Stress.Pair[BATCH];
        for (int number = 0; number < BATCH; number++) pairs[number] = (Stress.Pair) constructor.newInstance();
        first = second = -1;
        Thread other = new Thread(() -> {
            Random random = new Random();
            for (int number = 0; number < BATCH; number++) {
                second = number;
                for (int spins = 0; first < number; spins++) if (spins > MOST_SPINS) Thread.yield();
                delay(random);
                Stress.run(pairs[number], false);
            }
        });
        other.start();
        Random random = new Random();
        for (int number = 0; number < BATCH; number++) {
            first = number;
            for (int spins = 0; second < number; spins++) if (spins > MOST_SPINS) Thread.yield();
            delay(random);
            Stress.run(pairs[number], true);
        }
        other.join();
        for (Stress.Pair pair : pairs) seen.set(pair.outcome());
    }

    static void delay(Random random) {
        for (int count = random.nextInt(LONGEST_DELAY); count > 0; count--) sink = count;
    }
}
