// sorted, limit, reduce, max and joining.
// run: ordered
// args: --method StreamOrder.ordered
// verdict: proved
// run: first
// args: --method StreamOrder.first
// verdict: violated
// violation: AssertionError at first:@first
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class StreamOrder {
    static void ordered(int a, int b) {
        List<Integer> sorted = Stream.of(a, b).sorted().collect(Collectors.toList());
        assert sorted.get(0) <= sorted.get(1);
        Optional<Integer> largest = Stream.of(a, b).max(Comparator.naturalOrder());
        assert largest.get() >= a && largest.get() >= b;
        assert Stream.of(a, b).reduce(0, Integer::sum) == a + b;
    }

    static void first(int a, int b) {
        int first = Stream.of(a, b).filter(x -> x % 2 == 0).findFirst().orElse(-1);
        assert first != b || a == b; // @first
    }
}
