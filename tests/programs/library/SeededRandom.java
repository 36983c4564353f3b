// A seeded Random gives what the JDK's gives; an unknown seed is a number like any other.
// run: seeded
// args: --method SeededRandom.seeded
// verdict: proved
// run: unknown
// args: --method SeededRandom.unknown
// verdict: violated
// violation: AssertionError at unknown:@unknown
import java.util.Random;

class SeededRandom {
    static void seeded() {
        Random random = new Random(42);
        assert random.nextInt(100) == 30 && random.nextInt(100) == 63;
        assert new Random(7).nextInt() == -1156638823;
        assert !new Random(1).nextBoolean() == false;
    }

    static void unknown(long seed) {
        assert new Random(seed).nextInt(16) != 5; // @unknown
    }
}
