// Floating-point numbers, written as such or as integers.
// run: nan
// args: --method RealNumbers.itself --heap lazy
// verdict: violated
// violation: AssertionError at itself:@nan
// run: zero
// args: --method RealNumbers.zero --heap lazy
// verdict: violated
// violation: AssertionError at zero:@zero
// run: proof
// args: --method RealNumbers.integer --heap lazy
// verdict: proved
// run: precisions
// args: --method RealNumbers.precisions --heap lazy
// verdict: inconclusive
// reason: both as float and as double
import java.util.Scanner;

class RealNumbers {
    static void itself() {
        Scanner scanner = new Scanner(System.in);
        double number = scanner.nextDouble();
        assert number == number; // @nan
    }

    // "-0" is an int, and as a double it has a sign.
    static void zero() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextInt()) {
            double number = scanner.nextDouble();
            assert Double.doubleToRawLongBits(number) != Long.MIN_VALUE; // @zero
        }
    }

    static void integer() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextDouble() && scanner.hasNextByte()) {
            double number = scanner.nextDouble();
            assert number >= -128 && number <= 127;
        }
    }

    static void precisions() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextDouble()) {
            scanner.nextFloat();
        }
    }
}
