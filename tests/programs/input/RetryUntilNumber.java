// The loop that asks again until it is given a number.
// run: proof
// args: --main RetryUntilNumber
// verdict: proved
// run: bug
// args: --method RetryUntilNumber.index --heap lazy --max-choices 10
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at index:@index
import java.util.InputMismatchException;
import java.util.Scanner;

class RetryUntilNumber {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        while (true) {
            System.out.print("number? ");
            try {
                int number = scanner.nextInt();
                assert (number & 1) == 0 || (number & 1) == 1;
                return;
            } catch (InputMismatchException problem) {
                scanner.nextLine();
            }
        }
    }

    static int index() {
        int[] squares = {0, 1, 4};
        Scanner scanner = new Scanner(System.in);
        while (!scanner.hasNextInt()) {
            scanner.next();
        }
        return squares[scanner.nextInt()]; // @index
    }
}
