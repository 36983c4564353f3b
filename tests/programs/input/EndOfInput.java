// At the end there is nothing any more, and what looked for something has skipped the white space there.
// run: proof
// args: --method EndOfInput.end --heap lazy
// verdict: proved
// run: bug
// args: --method EndOfInput.blank --heap lazy
// verdict: violated
// violation: AssertionError at blank:@blank
// run: kept
// args: --method EndOfInput.kept --heap lazy
// verdict: violated
// violation: AssertionError at kept:@kept
// run: skipped
// args: --method EndOfInput.skipped --heap lazy
// verdict: violated
// violation: AssertionError at skipped:@skipped
import java.util.NoSuchElementException;
import java.util.Scanner;

class EndOfInput {
    static void end() {
        Scanner scanner = new Scanner(System.in);
        try {
            scanner.next();
        } catch (NoSuchElementException end) {
            assert !scanner.hasNext() && !scanner.hasNextLine() && !scanner.hasNextInt();
            try {
                scanner.nextLine();
                assert false;
            } catch (NoSuchElementException stillTheEnd) {
                return;
            }
        }
    }

    // Without a word there may be lines.
    static void blank() {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNext()) {
            assert !scanner.hasNextLine(); // @blank
        }
    }

    // Asking does not read: the white space before the word is still there.
    static void kept() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext()) {
            String line = scanner.nextLine();
            assert !line.equals("  ") || !scanner.next().equals("w"); // @kept
        }
    }

    // Looking for a word that is not there reads the lines that are.
    static void skipped() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextLine() && !scanner.hasNext()) {
            try {
                scanner.next();
            } catch (NoSuchElementException end) {
                assert scanner.hasNextLine(); // @skipped
            }
        }
    }
}
