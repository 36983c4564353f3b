/** Sums over objects of several classes: virtual and interface dispatch, recursion. */
public class VirtualCalls {
    interface Expression {
        int value(int x);
    }

    static final class Constant implements Expression {
        final int number;

        Constant(int number) {
            this.number = number;
        }

        public int value(int x) {
            return number;
        }
    }

    static final class Variable implements Expression {
        public int value(int x) {
            return x;
        }
    }

    static final class Sum implements Expression {
        final Expression left;
        final Expression right;

        Sum(Expression left, Expression right) {
            this.left = left;
            this.right = right;
        }

        public int value(int x) {
            return left.value(x) * 3 + right.value(x);
        }
    }

    static Expression tree(int depth) {
        if (depth == 0) {
            return new Variable();
        }
        return new Sum(tree(depth - 1), depth % 2 == 0 ? tree(depth - 1) : new Constant(depth));
    }

    public static void main(String[] args) {
        Expression expression = tree(14);
        int total = 0;
        for (int x = 0; x < 2_000; x++) {
            total += expression.value(x);
        }
        System.out.println(total);
    }
}
