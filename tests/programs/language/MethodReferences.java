// The four kinds of method references.
// run: kinds
// args: --method MethodReferences.kinds
// verdict: proved
// run: boundNull
// args: --method MethodReferences.boundNull
// verdict: violated
// violation: AssertionError at boundNull:@boundNull
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

class MethodReferences {
    private final int value;

    MethodReferences(int value) {
        this.value = value;
    }

    int get() {
        return value;
    }

    static void kinds(int a, int b) {
        IntBinaryOperator ofClass = Math::max;
        Supplier<Integer> bound = new MethodReferences(a)::get;
        Function<MethodReferences, Integer> unbound = MethodReferences::get;
        Function<Integer, MethodReferences> constructor = MethodReferences::new;
        assert ofClass.applyAsInt(a, b) >= a;
        assert bound.get() == a && unbound.apply(constructor.apply(b)) == b;
    }

    static Supplier<Integer> boundNull(MethodReferences receiver) {
        // The receiver of a bound reference is looked at where the reference is made.
        try {
            return receiver::get;
        } catch (NullPointerException e) {
            throw new AssertionError("no receiver"); // @boundNull
        }
    }
}
