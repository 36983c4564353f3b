// Scanners and readers of a known text run in the library.
// run: proof
// args: --method KnownText.words --heap lazy
// verdict: proved
// run: streams
// args: --method KnownText.streams --heap lazy
// verdict: proved
// run: bug
// args: --method KnownText.element --heap lazy
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at element:@element
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.InputMismatchException;
import java.util.Scanner;

class KnownText {
    static void words() {
        Scanner scanner = new Scanner("1 2 x\nfoo bar\n3.5 true");
        assert scanner.nextInt() == 1 && scanner.hasNextInt() && scanner.nextInt() == 2;
        try {
            scanner.nextInt();
            assert false;
        } catch (InputMismatchException word) {
            assert scanner.next().equals("x");
        }
        assert scanner.nextLine().isEmpty() && scanner.nextLine().equals("foo bar");
        assert scanner.nextDouble() == 3.5 && scanner.nextBoolean() && !scanner.hasNext();
    }

    static void streams() throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("ab\ncd"));
        assert reader.readLine().equals("ab");
        assert new Scanner(reader).next().equals("cd");
        Scanner bytes = new Scanner(new ByteArrayInputStream(new byte[] {'4', ' ', '5'}));
        assert bytes.nextInt() + bytes.nextInt() == 9;
    }

    static int element(int[] numbers) {
        if (numbers == null || numbers.length != 3) {
            return 0;
        }
        return numbers[new Scanner("3").nextInt()]; // @element
    }
}
