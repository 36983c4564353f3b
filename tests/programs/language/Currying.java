// Lambdas that make lambdas, and variables they capture.
// run: composed
// args: --method Currying.composed
// verdict: proved
// run: shared
// args: --method Currying.shared
// verdict: violated
// violation: AssertionError at shared:@shared
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

class Currying {
    static void composed(int a, int b) {
        IntFunction<IntUnaryOperator> adder = x -> y -> x + y;
        IntUnaryOperator both = adder.apply(a).andThen(adder.apply(b)).compose(z -> z * 2);
        assert both.applyAsInt(3) == 6 + a + b;
    }

    static void shared(int a) {
        int[] counter = {a};
        List<IntSupplier> steps = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            steps.add(() -> counter[0]++);
        }
        assert steps.get(0).getAsInt() == steps.get(1).getAsInt(); // @shared
    }
}
