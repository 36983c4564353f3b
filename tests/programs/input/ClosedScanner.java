// A closed scanner refuses everything, and takes the standard input with it.
// run: proof
// args: --method ClosedScanner.refuses --heap lazy
// verdict: proved
// run: bug
// args: --method ClosedScanner.another --heap lazy
// verdict: violated
// violation: AssertionError at another:@another
// run: stream
// args: --method ClosedScanner.stream --heap lazy
// verdict: proved
// run: kept
// args: --method ClosedScanner.keptLine --heap lazy
// verdict: inconclusive
// reason: closed after hasNextLine
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.Scanner;

class ClosedScanner {
    static void refuses() {
        Scanner scanner = new Scanner(System.in);
        Scanner alias = scanner;
        alias.hasNextInt();
        scanner.close();
        scanner.close();
        try {
            alias.nextInt();
            assert false;
        } catch (IllegalStateException closed) {
            assert closed.getMessage().equals("Scanner closed");
        }
    }

    static void another() {
        Scanner scanner = new Scanner(System.in);
        int first = scanner.nextInt();
        scanner.close();
        boolean isOver = false;
        try {
            new Scanner(System.in).nextInt();
        } catch (NoSuchElementException end) {
            isOver = true;
        }
        assert !isOver || first != 3; // @another
    }

    static void stream() {
        try (Scanner scanner = new Scanner(System.in)) {
            scanner.hasNext();
        }
        try {
            System.in.read();
            assert false;
        } catch (IOException closed) {
            return;
        }
    }

    // A JVM gives the line that hasNextLine found.
    static void keptLine() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextLine()) {
            scanner.close();
            scanner.nextLine();
        }
    }
}
