// One program, three questions: which exceptions are violations.
// run: default
// args: --main PropertyChoice
// verdict: violated
// violation: AssertionError at main:@assert
// violation: NullPointerException at main:@null
// run: assert
// args: --main PropertyChoice --property assert
// verdict: violated
// violation: AssertionError at main:@assert
// run: runtime
// args: --main PropertyChoice --property runtime-exception
// verdict: violated
// violation: NullPointerException at main:@null
// violation: UnsupportedOperationException at main:@purpose
import org.sosy_lab.sv_benchmarks.Verifier;

class PropertyChoice {
    public static void main(String[] args) throws Exception {
        int choice = Verifier.nondetInt();
        int[] numbers = choice == 2 ? null : new int[3];
        assert choice != 1; // @assert
        numbers[0] = choice; // @null
        if (choice == 3) {
            throw new UnsupportedOperationException(); // @purpose
        }
        if (choice == 4) {
            throw new java.io.IOException("checked");
        }
        if (choice == 5) {
            throw new Error("no RuntimeException");
        }
    }
}
