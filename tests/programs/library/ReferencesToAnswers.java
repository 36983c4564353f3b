// What differs from run to run does so through a method reference, too.
// run: order
// args: --method ReferencesToAnswers.order
// verdict: inconclusive
// reason: the order of the methods
// run: hash
// args: --method ReferencesToAnswers.hash
// verdict: inconclusive
// reason: an identity hash code
// run: weak
// args: --method ReferencesToAnswers.weak
// verdict: inconclusive
// reason: a weak or soft reference
// run: lookup
// args: --method ReferencesToAnswers.lookup
// verdict: inconclusive
// reason: MethodHandles.lookup
// run: unaffected
// args: --method ReferencesToAnswers.unaffected
// verdict: violated
// violation: AssertionError at unaffected:@three
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class ReferencesToAnswers {
    static void order() {
        Function<Class<?>, Method[]> methods = Class::getDeclaredMethods;
        assert methods.apply(ReferencesToAnswers.class)[0].getName().equals("order");
    }

    static void hash() {
        ToIntFunction<Object> hash = Object::hashCode;
        assert hash.applyAsInt(new ReferencesToAnswers()) != 7;
    }

    static void weak() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        Supplier<Object> referent = reference::get;
        assert referent.get() != null;
    }

    static void lookup() {
        Supplier<MethodHandles.Lookup> lookup = MethodHandles::lookup;
        assert lookup.get().lookupClass() != ReferencesToAnswers.class;
    }

    static void unaffected(String text) {
        ToIntFunction<String> length = String::length;
        assert text == null || length.applyAsInt(text) != 3; // @three
    }
}
