import java.util.*;
import java.util.stream.*;

public class Streams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 0).map(i -> i * i).sum());
        System.out.println(Stream.of("b", "a", "c").sorted().collect(Collectors.toList()));
        System.out.println(Arrays.asList(3, 1, 2).stream().map(x -> x * 2).reduce(0, Integer::sum));
        System.out.println(Stream.iterate(1, x -> x * 3).limit(6).map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        TreeMap<Integer, Long> lengths = Stream.of("one", "two", "three").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
        System.out.println(lengths);
        System.out.println(IntStream.range(0, 5).boxed().collect(Collectors.toMap(i -> i, i -> i * i)));
        System.out.println(Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + " " + DoubleStream.of(1, 2, 3).average().getAsDouble() + IntStream.of(3, 1).max().getAsInt());
        System.out.println(Arrays.toString(Stream.of("x", "y").toArray(String[]::new)) + Stream.of(List.of(1), List.of(2, 3)).flatMap(List::stream).toList());
    }
}
