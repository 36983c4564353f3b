// What a program reads from System.in is not known: a reason, not a guess.
// args: --method ScannerInput.read
// verdict: inconclusive
// reason: unsupported
import java.util.Scanner;

class ScannerInput {
    static void read() {
        Scanner scanner = new Scanner(System.in);
        int number = scanner.nextInt();
        assert number != 7;
    }
}
