import java.util.Scanner;

/** Reads a number, and then a name, from the standard input. */
public class Door {
    static void enter() {
        Scanner in = new Scanner(System.in);
        int age = in.nextInt(); // any int; or no int (InputMismatchException), or the end (NoSuchElementException)
        in.nextLine(); // the rest of that line
        String name = in.nextLine(); // any line
        assert age != 42 || !name.equals("Deep Thought") : "too old for this door";
    }
}
