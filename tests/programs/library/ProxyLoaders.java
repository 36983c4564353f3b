// A proxy can be made with the loader that sees its interfaces, and with no other.
// run: own
// args: --method ProxyLoaders.own
// verdict: violated
// violation: AssertionError at own:@five
// run: hidden
// args: --method ProxyLoaders.hidden
// verdict: violated
// violation: AssertionError at hidden:@six
// run: unboxed
// args: --method ProxyLoaders.unboxed
// verdict: violated
// violation: NullPointerException at unboxed:@null
// run: refused
// args: --method ProxyLoaders.refused
// verdict: proved
// run: wrongResult
// args: --method ProxyLoaders.wrongResult
// verdict: proved
// run: name
// args: --method ProxyLoaders.name
// verdict: inconclusive
// reason: looking at text
// run: modifiers
// args: --method ProxyLoaders.modifiers
// verdict: inconclusive
// reason: Class.getModifiers
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;

public class ProxyLoaders {
    public interface Shape {
        int area();
    }

    interface Hidden {
        int area(int factor);
    }

    sealed interface Closed permits Only {
    }

    record Only() implements Closed {
    }

    static Object proxy(ClassLoader loader, InvocationHandler handler, Class<?>... interfaces) {
        return Proxy.newProxyInstance(loader, interfaces, handler);
    }

    static void own(int x) {
        Shape shape = (Shape) proxy(Shape.class.getClassLoader(), (self, method, given) -> x, Shape.class);
        assert shape.area() != 5; // @five
    }

    static void hidden(int x) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Hidden shape = (Hidden) proxy(loader, (self, method, given) -> (int) given[0] + x, Hidden.class, Runnable.class);
        assert shape.area(2) != 6; // @six
    }

    static void unboxed(boolean isPublic) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Hidden shape = (Hidden) proxy(loader, (self, method, given) -> isPublic ? 1 : null, Hidden.class);
        shape.area(3); // @null
    }

    static boolean isRefused(ClassLoader loader, Class<?>... interfaces) {
        try {
            proxy(loader, (self, method, given) -> null, interfaces);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    static void refused() {
        ClassLoader loader = ProxyLoaders.class.getClassLoader();
        assert isRefused(null, Shape.class);
        assert isRefused(null, java.sql.Wrapper.class);
        assert isRefused(loader, String.class);
        assert isRefused(loader, Shape.class, Shape.class);
        assert isRefused(loader, Closed.class);
        assert !isRefused(loader, Shape.class, Runnable.class);
        assert !isRefused(loader, java.sql.Wrapper.class);
        assert !isRefused(null, Runnable.class);
        assert !isRefused(null);
    }

    static void wrongResult() {
        ClassLoader loader = ProxyLoaders.class.getClassLoader();
        try {
            ((Shape) proxy(loader, (self, method, given) -> "five", Shape.class)).area();
            assert false;
        } catch (ClassCastException e) {
            // A box of the very type is wanted.
        }
        try {
            ((Shape) proxy(loader, (self, method, given) -> null, Shape.class)).area();
            assert false;
        } catch (NullPointerException e) {
            // There is no int in null.
        }
        try {
            ((Shape) proxy(loader, (self, method, given) -> { throw new Exception(); }, Shape.class)).area();
            assert false;
        } catch (UndeclaredThrowableException e) {
            assert e.getCause().getClass() == Exception.class;
        }
    }

    static void name() {
        assert proxy(null, (self, method, given) -> null, Runnable.class).getClass().getName().isEmpty();
    }

    static void modifiers() {
        assert proxy(null, (self, method, given) -> null, Runnable.class).getClass().isSynthetic();
    }
}
