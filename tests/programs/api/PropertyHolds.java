// What other properties ask about does not count.
// run: assert
// args: --main PropertyHolds --property assert
// verdict: proved
// run: default
// args: --main PropertyHolds
// verdict: violated
// violation: ArithmeticException at main:@zero
import org.sosy_lab.sv_benchmarks.Verifier;

class PropertyHolds {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = 100 / x; // @zero
        assert y <= 100;
    }
}
