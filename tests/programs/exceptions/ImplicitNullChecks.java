// Where Java demands a check for null, javac calls Objects.requireNonNull: nobody asked for that.
// run: outer
// args: --method ImplicitNullChecks.outer
// verdict: violated
// violation: NullPointerException at outer:@outer
// run: reference
// args: --method ImplicitNullChecks.reference
// verdict: violated
// violation: NullPointerException at reference:@reference
// run: asked
// args: --method ImplicitNullChecks.asked --method ImplicitNullChecks.dropped --method ImplicitNullChecks.assigned
// verdict: proved
import java.util.Objects;
import java.util.function.Supplier;

class ImplicitNullChecks {
    class Inner {
        int number;
    }

    static Inner outer(ImplicitNullChecks outer) {
        return outer.new Inner(); // @outer
    }

    static Supplier<String> reference(ImplicitNullChecks object) {
        return object::toString; // @reference
    }

    static Object asked(ImplicitNullChecks object) {
        return Objects.requireNonNull(object);
    }

    static void dropped(ImplicitNullChecks object) {
        Objects.requireNonNull(object);
    }

    static Object assigned(ImplicitNullChecks object) {
        Object same;
        Objects.requireNonNull(same = object);
        return same;
    }
}
