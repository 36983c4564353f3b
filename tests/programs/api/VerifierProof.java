// Values of all types through the competition's class, in objects and arrays.
// args: --main VerifierProof --property assert
// verdict: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class VerifierProof {
    static class Box {
        long content;
        char letter;
    }

    public static void main(String[] args) {
        Box box = new Box();
        box.content = Verifier.nondetShort() + (long) Verifier.nondetInt();
        box.letter = Verifier.nondetChar();
        assert box.content >= Integer.MIN_VALUE + (long) Short.MIN_VALUE;
        assert box.letter + 1 > 0;
        byte[] bytes = new byte[2];
        bytes[0] = Verifier.nondetByte();
        bytes[1] = Verifier.nondetByte();
        assert (bytes[0] ^ bytes[1]) == (byte) (bytes[0] ^ bytes[1]);
        float f = Verifier.nondetFloat();
        double d = Verifier.nondetDouble();
        assert f == f || Float.isNaN(f);
        assert !(d > 0) || d != 0;
        if (Verifier.nondetBoolean()) {
            throw new IllegalStateException("on purpose");
        }
    }
}
