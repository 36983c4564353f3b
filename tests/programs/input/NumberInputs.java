// Numbers are boxes of any kind; big numbers come from numbers of 64 bits, atomic ones from their constructors.
// run: number
// args: --method NumberInputs.asInt
// verdict: violated
// violation: AssertionError at asInt:@int
// run: float
// args: --method NumberInputs.isFloat
// verdict: violated
// violation: AssertionError at isFloat:@float
// run: big
// args: --method NumberInputs.big
// verdict: violated
// violation: AssertionError at big:@big
// run: sign
// args: --method NumberInputs.sign
// verdict: bounded
// reason: of java.math.BigInteger only BigInteger.ZERO, BigInteger.valueOf(long) were tried
// run: scale
// args: --method NumberInputs.scale
// verdict: violated
// violation: AssertionError at scale:@scale
// run: counted
// args: --method NumberInputs.counted
// verdict: proved
// run: overflow
// args: --method NumberInputs.overflow
// verdict: violated
// violation: AssertionError at overflow:@overflow
// run: shared
// args: --method NumberInputs.shared
// verdict: violated
// violation: AssertionError at shared:@shared
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

final class NumberInputs {
    static void asInt(Number number) {
        assert number == null || number.intValue() != 17; // @int
    }

    static void isFloat(Number number) {
        if (number instanceof Float) {
            assert number.floatValue() != 0.5f; // @float
        }
    }

    static void big(BigInteger number) {
        if (number != null) {
            assert number.longValue() != -6_000_000_000L; // @big
        }
    }

    static void sign(BigInteger number) {
        if (number != null && number.signum() == 0) {
            assert number.intValue() == 0;
        }
    }

    static void scale(BigDecimal number) {
        if (number != null && number.signum() > 0) {
            assert number.scale() != 3; // @scale
        }
    }

    static void counted(AtomicInteger counter) {
        if (counter != null) {
            int before = counter.getAndIncrement();
            assert counter.get() == before + 1;
        }
    }

    static void overflow(AtomicInteger counter) {
        if (counter != null && counter.get() > 0) {
            assert counter.incrementAndGet() > 0; // @overflow
        }
    }

    static void shared(AtomicReference<String> one, AtomicReference<String> other) {
        if (one != null && other != null && other.get() != null) {
            one.set(null);
            assert other.get() != null; // @shared
        }
    }
}
