// What the program implements with other type arguments than the reference has is not passed for it.
// run: other
// args: --method TypedFunctions.other
// verdict: bounded
// run: same
// args: --method TypedFunctions.same
// verdict: violated
// violation: AssertionError at same:@same
// run: above
// args: --method TypedFunctions.above
// verdict: violated
// violation: AssertionError at above:@above
// run: below
// args: --method TypedFunctions.below
// verdict: violated
// violation: AssertionError at below:@below
// run: raw
// args: --method TypedFunctions.raw
// verdict: violated
// violation: AssertionError at raw:@raw
// run: operator
// args: --method TypedFunctions.operator
// verdict: bounded
// run: operatorOfNumbers
// args: --method TypedFunctions.operatorOfNumbers
// verdict: violated
// violation: AssertionError at operatorOfNumbers:@operatorOfNumbers
// run: generic
// args: --method TypedFunctions.generic
// verdict: violated
// violation: AssertionError at generic:@generic
// run: constant
// args: --method TypedFunctions.constant
// verdict: bounded
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;

class TypedFunctions {
    static class Numbers implements Comparator<Integer> {
        public int compare(Integer a, Integer b) {
            return Integer.compare(a, b);
        }
    }

    // Its class file says nothing of type arguments.
    static class SmallNumbers extends Numbers {
    }

    static class Anything implements Comparator<Object> {
        public int compare(Object a, Object b) {
            return 0;
        }
    }

    static class Sum implements BinaryOperator<Integer> {
        public Integer apply(Integer a, Integer b) {
            return a + b;
        }
    }

    static class Kept<T> implements Callable<T> {
        T kept;

        public T call() {
            return kept;
        }
    }

    enum Length implements Function<String, Integer> {
        PLAIN;

        public Integer apply(String text) {
            return text.length();
        }
    }

    static void other(Comparator<String> order, String a, String b) {
        if (order != null && a != null && b != null) {
            order.compare(a, b);
        }
    }

    static void same(Comparator<Integer> order) {
        assert !(order instanceof SmallNumbers); // @same
    }

    static void above(Comparator<? super String> order) {
        assert !(order instanceof Anything); // @above
    }

    static void below(Comparator<? extends Number> order) {
        assert !(order instanceof Numbers); // @below
    }

    static void raw(Comparator order) {
        assert !(order instanceof Numbers); // @raw
    }

    static void operator(BiFunction<String, String, String> function, String text) {
        if (function != null && text != null) {
            String result = function.apply(text, text);
        }
    }

    static void operatorOfNumbers(BiFunction<Integer, Integer, Integer> function) {
        assert !(function instanceof Sum); // @operatorOfNumbers
    }

    static void generic(Callable<String> task) {
        assert !(task instanceof Kept); // @generic
    }

    static void constant(Function<Integer, Integer> function) {
        if (function != null) {
            function.apply(5);
        }
    }
}
