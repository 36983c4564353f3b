// groupingBy and partitioningBy.
// run: partitioned
// args: --method GroupedStreams.partitioned
// verdict: proved
// run: grouped
// args: --method GroupedStreams.grouped
// verdict: violated
// violation: AssertionError at grouped:@grouped
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class GroupedStreams {
    static void partitioned(int a, int b) {
        Map<Boolean, List<Integer>> parts = Stream.of(a, b).collect(Collectors.partitioningBy(x -> x > 0));
        assert parts.get(true).size() + parts.get(false).size() == 2;
    }

    static void grouped(int a, int b) {
        Map<Integer, Long> groups = Stream.of(a, b).collect(Collectors.groupingBy(x -> x & 3, Collectors.counting()));
        assert groups.size() == 2; // @grouped
    }
}
