// What the same word is to different methods.
// run: proof
// args: --method KindsOfTokens.widths --heap lazy
// verdict: proved
// run: long
// args: --method KindsOfTokens.onlyLong --heap lazy
// verdict: violated
// violation: AssertionError at onlyLong:@long
// run: mixed
// args: --method KindsOfTokens.mixed --heap lazy
// verdict: violated
// violation: AssertionError at mixed:@mixed
// run: booleans
// args: --method KindsOfTokens.booleans --heap lazy
// verdict: proved
// run: spelling
// args: --method KindsOfTokens.spelling --heap lazy
// verdict: inconclusive
// reason: an unusual spelling of a number
import java.util.InputMismatchException;
import java.util.Scanner;

class KindsOfTokens {
    static void widths() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextByte()) {
            assert scanner.hasNextShort() && scanner.hasNextInt() && scanner.hasNextLong() && scanner.hasNextDouble();
            assert !scanner.hasNextBoolean();
            short number = scanner.nextShort();
            assert number >= -128 && number < 128;
        } else if (scanner.hasNextInt()) {
            int number = scanner.nextInt();
            assert number < -128 || number >= 128;
        }
    }

    static void onlyLong() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.nextInt();
        } catch (InputMismatchException tooLarge) {
            if (scanner.hasNextLong()) {
                assert scanner.nextLong() != 1L << 40; // @long
            }
        }
    }

    static void mixed() {
        Scanner scanner = new Scanner(System.in);
        boolean flag = scanner.nextBoolean();
        byte small = scanner.nextByte();
        short larger = scanner.nextShort();
        float real = scanner.nextFloat();
        String word = scanner.next();
        assert !(flag && small == -5 && larger == 300 && real == 1.5f && word.equals("end")); // @mixed
    }

    static void booleans() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextBoolean()) {
            String word = scanner.next();
            assert !word.equals("true") && !word.equals("False");
        }
    }

    static void spelling() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextInt()) {
            assert !scanner.next().isEmpty();
        }
    }
}
