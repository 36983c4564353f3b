// A number from the standard input is any int.
// run: bug
// args: --main GuessedNumber
// verdict: violated
// violation: AssertionError at main:@guessed
// run: uncaught
// args: --main GuessedNumber --report uncaught
// verdict: violated
// violation: AssertionError at main:@guessed
// violation: NoSuchElementException at main:@read
// violation: InputMismatchException at main:@read
// run: proof
// args: --method GuessedNumber.order --heap lazy
// verdict: proved
// paths: 6
import java.util.Scanner;

class GuessedNumber {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int number = scanner.nextInt(); // @read
        assert number != 7; // @guessed
    }

    // Each call may find the end, a word that is no int, or an int; two orders at the end.
    static void order() {
        Scanner scanner = new Scanner(System.in);
        int first = scanner.nextInt();
        int second = scanner.nextInt();
        int least = first < second ? first : second;
        assert least <= first && least <= second;
    }
}
