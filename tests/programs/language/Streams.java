// Small streams: range, map, filter, sum, collect, toList.
// run: summed
// args: --method Streams.summed
// verdict: proved
// run: matched
// args: --method Streams.matched
// verdict: violated
// violation: AssertionError at matched:@matched
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class Streams {
    static void summed(int a) {
        assert IntStream.range(0, 4).map(i -> i * a).sum() == 6 * a;
        List<Integer> list = Stream.of(3, a, 2).filter(x -> x > 2).map(x -> x + 1).toList();
        assert list.get(0) == 4 && list.size() == (a > 2 ? 2 : 1);
        assert IntStream.rangeClosed(1, 3).boxed().collect(Collectors.toList()).equals(List.of(1, 2, 3));
    }

    static void matched(int a, int b) {
        assert Stream.of(a, b).noneMatch(x -> x == 17); // @matched
    }
}
