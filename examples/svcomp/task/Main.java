import org.sosy_lab.sv_benchmarks.Verifier;

/** A task in the form of the software verification competition. */
public class Main {
    public static void main(String[] arguments) {
        int x = Verifier.nondetInt();
        Verifier.assume(x > 0);
        assert x != 42;
    }
}
