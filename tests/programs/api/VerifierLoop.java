// A value a round: the counterexample lists those of every round.
// args: --main VerifierLoop
// verdict: violated
// violation: AssertionError at main:@sum
import org.sosy_lab.sv_benchmarks.Verifier;

class VerifierLoop {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            int x = Verifier.nondetInt();
            Verifier.assume(0 <= x && x <= 5);
            sum += x;
        }
        assert sum != 20; // @sum
    }
}
