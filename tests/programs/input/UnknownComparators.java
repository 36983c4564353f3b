// A comparator of the input keeps to its contract, and gives any number of the right sign.
// run: signs
// args: --method UnknownComparators.signs
// verdict: bounded
// run: transitive
// args: --method UnknownComparators.transitive
// verdict: bounded
// run: negated
// args: --method UnknownComparators.negated
// verdict: violated
// violation: AssertionError at negated:@negated
// run: reversed
// args: --method UnknownComparators.reversed
// verdict: bounded
// run: one
// args: --method UnknownComparators.isOne
// verdict: violated
// violation: AssertionError at isOne:@one
// run: sorted
// args: --method UnknownComparators.sorted --collection-size 2
// verdict: violated
// violation: AssertionError at sorted:@sorted
import java.util.Comparator;
import java.util.List;

final class UnknownComparators {
    static final class Node {
        int value;
    }

    static void signs(Comparator<Node> order, Node a, Node b) {
        if (order != null) {
            assert order.compare(a, a) == 0;
            assert Integer.signum(order.compare(a, b)) == -Integer.signum(order.compare(b, a));
        }
    }

    static void transitive(Comparator<Integer> order, Integer a, Integer b, Integer c) {
        if (order != null && order.compare(a, b) <= 0 && order.compare(b, c) <= 0) {
            assert order.compare(a, c) <= 0;
        }
    }

    static void negated(Comparator<Node> order, Node a, Node b) {
        if (order != null && order.compare(a, b) < 0) {
            assert -order.compare(a, b) > 0; // @negated
        }
    }

    static void reversed(Comparator<Node> order, Node a, Node b) {
        if (order != null && order.compare(a, b) < 0) {
            assert order.reversed().compare(a, b) > 0;
        }
    }

    static void isOne(Comparator<Node> order, Node a, Node b) {
        if (order != null && order.compare(a, b) > 0) {
            assert order.compare(a, b) == 1; // @one
        }
    }

    static void sorted(List<Integer> numbers, Comparator<Integer> order) {
        if (numbers != null && order != null && numbers.size() == 2 && numbers.get(0) != null) {
            Integer first = numbers.get(0);
            numbers.sort(order);
            assert numbers.get(0) == first; // @sorted
        }
    }
}
