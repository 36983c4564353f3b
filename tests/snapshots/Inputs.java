import java.util.Scanner;
import java.util.function.IntBinaryOperator;
import lazuli.Sym;

class Node {
    Node next;
}

class Inputs {
    static void read() {
        Scanner in = new Scanner(System.in);
        int number = in.nextInt();
        assert number != 42 : "the answer";
    }

    static void asked() {
        int x = Sym.anyInt("x");
        Sym.assume(x > 10);
        boolean isOdd = Sym.anyBoolean("isOdd");
        Node node = Sym.anyObject("node", Node.class);
        Sym.check(x + 3 != 15 || isOdd || node == null);
    }

    static void vacuous(int x) {
        Sym.assume(x > 3);
        Sym.assume(x < 2);
        assert false;
    }

    static int combine(IntBinaryOperator operator, int x) {
        if (operator == null) {
            return 0;
        }
        int first = operator.applyAsInt(x, 1);
        int second = operator.applyAsInt(first, 2);
        assert second != 5 || first == second;
        return second;
    }

    public static void main(String[] arguments) {
        asked();
    }
}
