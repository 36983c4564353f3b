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
// run: whole
// args: --method WordInLine.wholeWord --heap lazy --string-length 4
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

    // What stands before a space is the whole word.
    static void wholeWord() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt()) {
            String line = scanner.nextLine();
            int space = line.indexOf(' ');
            if (space > 0) {
                String start = line.substring(0, space);
                assert !start.equals("12") && !start.equals("-7");
            }
        }
    }
}
