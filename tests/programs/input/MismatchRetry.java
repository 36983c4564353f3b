// A token that is no int stays where it is, without the white space before it.
// run: bug
// args: --method MismatchRetry.quit --heap lazy
// verdict: violated
// violation: AssertionError at quit:@quit
// run: proof
// args: --method MismatchRetry.noNumber --heap lazy
// verdict: proved
// run: line
// args: --method MismatchRetry.line --heap lazy
// verdict: proved
// run: lineBug
// args: --method MismatchRetry.lineBug --heap lazy
// verdict: violated
// violation: AssertionError at lineBug:@line
// run: twice
// args: --method MismatchRetry.twice --heap lazy
// verdict: proved
import java.util.InputMismatchException;
import java.util.Scanner;

class MismatchRetry {
    static void quit() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.nextInt();
        } catch (InputMismatchException problem) {
            assert !scanner.next().equals("quit"); // @quit
        }
    }

    static void noNumber() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.nextInt();
        } catch (InputMismatchException problem) {
            String word = scanner.next();
            assert !word.equals("12") && !word.equals("-0") && !word.equals("1,234") && !word.isEmpty();
        }
    }

    static void line() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.nextInt();
            scanner.nextInt();
        } catch (InputMismatchException problem) {
            String line = scanner.nextLine();
            assert line.isEmpty() || !Character.isWhitespace(line.charAt(0));
            assert !line.equals("12 b");
        }
    }

    static void lineBug() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.nextInt();
        } catch (InputMismatchException problem) {
            assert !scanner.nextLine().equals("a 12"); // @line
        }
    }

    static void twice() {
        Scanner scanner = new Scanner(System.in);
        int tries = 0;
        for (int i = 0; i < 2; i++) {
            try {
                scanner.nextInt();
            } catch (InputMismatchException problem) {
                tries++;
            }
        }
        // The word is still there the second time.
        assert tries == 0 || tries == 1 || !scanner.hasNextInt();
        if (tries == 2) {
            assert scanner.hasNext();
        }
    }
}
