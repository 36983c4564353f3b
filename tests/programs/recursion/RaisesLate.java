// One division in the same kind of recursion: its divisor is zero in the fourth call.
// args: --main RaisesLate --property runtime-exception
// verdict: violated
// violation: ArithmeticException at descend:@divides
import org.sosy_lab.sv_benchmarks.Verifier;

class RaisesLate {
    static int descend(int height, int depth) {
        if (height <= 0) {
            return 0;
        }
        int share = 100 / (3 - depth); // @divides
        return share + descend(height - 1, depth + 1);
    }

    public static void main(String[] args) {
        int height = Verifier.nondetInt();
        Verifier.assume(height < 6);
        descend(height, 0);
    }
}
