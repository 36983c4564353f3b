// BigInteger with small unknown values does not wrap around.
// run: wide
// args: --method BigNumbers.wide
// verdict: proved
// run: narrowed
// args: --method BigNumbers.narrowed
// verdict: violated
// violation: AssertionError at narrowed:@narrowed
import java.math.BigInteger;

class BigNumbers {
    static void wide(int a) {
        BigInteger big = BigInteger.valueOf(a);
        assert big.add(BigInteger.ONE).compareTo(big) > 0;
        assert big.add(big).longValue() == 2L * a;
        assert big.negate().signum() == -big.signum();
    }

    static void narrowed(int a) {
        BigInteger sum = BigInteger.valueOf(a).add(BigInteger.ONE);
        assert sum.intValue() > a; // @narrowed
    }
}
