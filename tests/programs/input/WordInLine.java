// A line of which a word was looked at before.
// run: bug
// args: --method WordInLine.command --heap lazy
// verdict: violated
// violation: AssertionError at command:@command
// run: proof
// args: --method WordInLine.noNumber --heap lazy
// verdict: proved
// run: after
// args: --method WordInLine.afterNumber --heap lazy
// verdict: violated
// violation: AssertionError at afterNumber:@after
// run: blank
// args: --method WordInLine.blankOrWord --heap lazy --string-length 4
// verdict: bounded
import java.util.Scanner;

class WordInLine {
    static void command() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt()) {
            assert !scanner.nextLine().equals("go on"); // @command
        }
    }

    static void noNumber() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt()) {
            assert !scanner.nextLine().equals(" 12 x");
        }
    }

    static void afterNumber() {
        Scanner scanner = new Scanner(System.in);
        scanner.nextInt();
        if (scanner.hasNext() && !scanner.hasNextDouble()) {
            assert !scanner.nextLine().equals(" b"); // @after
        }
    }

    // If the first line is blank, the word is in a later one.
    static void blankOrWord() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext()) {
            String line = scanner.nextLine();
            if (line.isBlank()) {
                assert scanner.hasNext();
            }
        }
    }
}
