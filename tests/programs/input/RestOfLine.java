// nextLine after nextInt gives the rest of that line, which a word cannot follow directly.
// run: bug
// args: --method RestOfLine.name --heap lazy
// verdict: violated
// violation: AssertionError at name:@name
// run: second
// args: --method RestOfLine.nameInNextLine --heap lazy
// verdict: violated
// violation: AssertionError at nameInNextLine:@next
// run: proof
// args: --method RestOfLine.rest --heap lazy
// verdict: proved
import java.util.Scanner;

class RestOfLine {
    static void name() {
        Scanner scanner = new Scanner(System.in);
        scanner.nextInt();
        String name = scanner.nextLine();
        assert !name.isEmpty(); // @name
    }

    static void nameInNextLine() {
        Scanner scanner = new Scanner(System.in);
        int age = scanner.nextInt();
        scanner.nextLine();
        String name = scanner.nextLine();
        assert !(age == 30 && name.equals("Ada L.")); // @next
    }

    static void rest() {
        Scanner scanner = new Scanner(System.in);
        scanner.nextInt();
        String rest = scanner.nextLine();
        assert rest.isEmpty() || Character.isWhitespace(rest.charAt(0));
        assert !rest.equals(" a\nb");
    }
}
