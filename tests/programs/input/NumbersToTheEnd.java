// A loop over all numbers that are there.
// run: bug
// args: --main NumbersToTheEnd
// verdict: violated
// violation: AssertionError at main:@many
// run: proof
// args: --method NumbersToTheEnd.last --heap lazy --match exact
// verdict: proved
// run: bounded
// args: --method NumbersToTheEnd.last --heap lazy --match none --max-choices 6
// verdict: bounded
// run: lines
// args: --method NumbersToTheEnd.lines --heap lazy --match exact
// verdict: proved
import java.util.Scanner;

class NumbersToTheEnd {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int negative = 0;
        while (scanner.hasNextInt()) {
            if (scanner.nextInt() < 0) {
                negative++;
            }
        }
        assert negative < 2; // @many
    }

    static void last() {
        Scanner scanner = new Scanner(System.in);
        int last = 0;
        while (scanner.hasNextInt()) {
            last = scanner.nextInt() & 15;
        }
        assert last >= 0 && last < 16;
        assert !scanner.hasNextInt();
    }

    static void lines() {
        Scanner scanner = new Scanner(System.in);
        boolean any = false;
        while (scanner.hasNextLine()) {
            scanner.nextLine();
            any = true;
        }
        assert !scanner.hasNext();
    }
}
