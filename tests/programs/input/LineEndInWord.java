// The character U+0085 ends a line but is no white space: a line may end in the middle of a word.
// run: empty
// args: --method LineEndInWord.empty --heap lazy
// verdict: violated
// violation: AssertionError at empty:@empty
// run: number
// args: --method LineEndInWord.number --heap lazy
// verdict: violated
// violation: AssertionError at number:@number
// run: rest
// args: --method LineEndInWord.rest --heap lazy
// verdict: violated
// violation: AssertionError at rest:@rest
// run: proof
// args: --method LineEndInWord.complete --heap lazy
// verdict: proved
import java.util.Scanner;

class LineEndInWord {
    // Only a word that starts with it has nothing before the line's end.
    static void empty() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && scanner.nextLine().isEmpty()) {
            assert scanner.hasNext(); // @empty
        }
    }

    // The word is no number, but its part before the line's end is.
    static void number() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt()) {
            assert !scanner.nextLine().equals("5"); // @number
        }
    }

    static void rest() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt() && scanner.nextLine().equals("5") && scanner.hasNextInt()) {
            assert scanner.nextInt() != 6; // @rest
        }
    }

    // White space ends a word for good.
    static void complete() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && !scanner.hasNextInt()) {
            assert !scanner.nextLine().equals("5 ");
        }
    }
}
