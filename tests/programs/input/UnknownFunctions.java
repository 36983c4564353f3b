// A function of the input answers anything, but the same arguments alike; the JVM is given the answers that were found.
// run: answers
// args: --method UnknownFunctions.answers
// verdict: violated
// violation: AssertionError at answers:@answers
// run: pure
// args: --method UnknownFunctions.pure
// verdict: bounded
// reason: of java.util.function.IntUnaryOperator only functions that answer the same arguments alike
// run: text
// args: --method UnknownFunctions.equalText --string-length 2
// verdict: bounded
// run: changed
// args: --method UnknownFunctions.changed
// verdict: violated
// violation: AssertionError at changed:@changed
// run: defaults
// args: --method UnknownFunctions.negated
// verdict: bounded
// run: composed
// args: --method UnknownFunctions.composed
// verdict: violated
// violation: AssertionError at composed:@composed
// run: supplied
// args: --method UnknownFunctions.supplied
// verdict: violated
// violation: AssertionError at supplied:@supplied
// run: typed
// args: --method UnknownFunctions.typed
// verdict: violated
// violation: AssertionError at typed:@typed
// run: null
// args: --method UnknownFunctions.unboxed
// verdict: violated
// violation: NullPointerException at unboxed:@unboxed
// run: done
// args: --method UnknownFunctions.done
// verdict: violated
// violation: NullPointerException at done:@done
// run: stream
// args: --method UnknownFunctions.kept --collection-size 2
// verdict: violated
// violation: AssertionError at kept:@kept
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

final class UnknownFunctions {
    static final class Cell {
        int value;
    }

    static void answers(Function<String, Integer> f) {
        if (f != null) {
            Integer one = f.apply("one");
            Integer two = f.apply("two");
            if (one != null && two != null) {
                assert one - two != 7; // @answers
            }
        }
    }

    static void pure(IntUnaryOperator f, int x, int y) {
        if (f != null && x == y) {
            assert f.applyAsInt(x) == f.applyAsInt(y);
        }
    }

    static void equalText(Predicate<String> p, String text) {
        if (p != null && text != null && text.length() < 2) {
            assert p.test(text) == p.test(new String(text));
        }
    }

    static void changed(Predicate<Cell> p, Cell cell) {
        if (p != null && cell != null && p.test(cell)) {
            assert p.test(cell);
            cell.value++;
            assert p.test(cell); // @changed
        }
    }

    static void negated(Predicate<Integer> p, Integer x) {
        if (p != null) {
            assert p.test(x) != p.negate().test(x);
        }
    }

    static void composed(Function<Integer, Integer> f) {
        if (f != null) {
            Integer result = f.andThen(f).apply(1);
            assert result == null || result != 5; // @composed
        }
    }

    static void supplied(BooleanSupplier s) {
        if (s != null && s.getAsBoolean()) {
            assert s.getAsBoolean(); // @supplied
        }
    }

    static void typed(UnaryOperator<String> f) {
        if (f != null) {
            String text = f.apply(null);
            assert text == null || !text.equals("ab"); // @typed
        }
    }

    static int unboxed(Function<Integer, Integer> f) {
        return f == null ? 0 : f.apply(1); // @unboxed
    }

    static void done(Runnable task) {
        task.run(); // @done
    }

    static void kept(List<Integer> numbers, Predicate<Integer> p) {
        if (numbers != null && p != null) {
            assert numbers.stream().filter(p).count() != 2; // @kept
        }
    }
}
