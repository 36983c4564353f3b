// What the program throws, asks for or declares, and the library's word that an argument's content is bad: outcomes.
// run: outcomes
// args: --method Refusals.thrown --method Refusals.required --method Refusals.checked --method Refusals.requiredOfEach --method Refusals.supplied --method Refusals.constructed --method Refusals.demanded --method Refusals.exact --method Refusals.number --method Refusals.pattern --method Refusals.wrapped --method Refusals.inCallback --method Refusals.ownClass --method Refusals.made --method Refusals.madeByReflection
// verdict: proved
// run: declared
// args: --method Refusals.declared --method Refusals.declaredBelow --method Refusals.declaredOnTheWay
// verdict: proved
// run: declared-for-checked
// args: --method Refusals.declaredForChecked
// verdict: violated
// violation: StringIndexOutOfBoundsException at declaredForChecked:@any
// run: again
// args: --method Refusals.again
// verdict: violated
// violation: IndexOutOfBoundsException at again:@again
// run: through-finally
// args: --method Refusals.throughFinally
// verdict: violated
// violation: IndexOutOfBoundsException at throughFinally:@finally
// run: uncaught
// args: --method Refusals.required --method Refusals.number --method Refusals.declared --report uncaught
// verdict: violated
// violation: NullPointerException at required:@required
// violation: NumberFormatException at number:@number
// violation: StringIndexOutOfBoundsException at declared:@declared
// run: asserted
// args: --method Refusals.asserted
// verdict: violated
// violation: AssertionError at asserted:@asserted
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

class Refusals {
    static void thrown(int x) {
        if (x < 0) {
            throw new IndexOutOfBoundsException();
        }
    }

    static Object required(boolean absent) {
        return Objects.requireNonNull(absent ? null : "x"); // @required
    }

    static int checked(int index) {
        return Objects.checkIndex(index, 3);
    }

    static void requiredOfEach(boolean absent) {
        List<String> list = new ArrayList<>();
        list.add(absent ? null : "x");
        list.forEach(Objects::requireNonNull);
    }

    static Optional<Integer> some(boolean empty) {
        return empty ? Optional.empty() : Optional.of(1);
    }

    static int supplied(boolean empty) {
        return some(empty).orElseThrow(() -> new IllegalStateException("none"));
    }

    static int constructed(boolean empty) {
        return some(empty).orElseThrow(IllegalStateException::new);
    }

    static int demanded(boolean empty) {
        return some(empty).orElseThrow();
    }

    static int exact(int x) {
        return Math.addExact(x, 1);
    }

    static int number(boolean bad) {
        return Integer.parseInt(bad ? "x" : "1"); // @number
    }

    static Pattern pattern(boolean bad) {
        return Pattern.compile(bad ? "(" : "a");
    }

    static char wrapped(boolean empty) {
        try {
            return (empty ? "" : "x").charAt(0);
        } catch (IndexOutOfBoundsException problem) {
            throw new IllegalStateException(problem);
        }
    }

    static void inCallback(boolean bad) {
        List.of(1, 2).forEach(number -> {
            if (bad) {
                throw new UnsupportedOperationException();
            }
        });
    }

    static final class Full extends IllegalStateException {
        private static final long serialVersionUID = 1;
    }

    static void ownClass(boolean full) {
        if (full) {
            throw new Full();
        }
    }

    static RuntimeException problem() {
        return new NullPointerException();
    }

    static void made(boolean bad) {
        if (bad) {
            throw problem();
        }
    }

    static void madeByReflection(boolean bad) throws ReflectiveOperationException {
        if (bad) {
            throw IllegalStateException.class.getDeclaredConstructor().newInstance();
        }
    }

    static char declared(boolean empty) throws StringIndexOutOfBoundsException {
        return (empty ? "" : "x").charAt(0); // @declared
    }

    static char declaredBelow(boolean empty) throws IndexOutOfBoundsException {
        return (empty ? "" : "x").charAt(0);
    }

    static char declaredOnTheWay(boolean empty) {
        return declaredBelow(empty);
    }

    static char declaredForChecked(boolean empty) throws Exception {
        return (empty ? "" : "x").charAt(0); // @any
    }

    static int again(boolean empty) {
        try {
            return (empty ? new ArrayList<Integer>() : List.of(1)).get(0); // @again
        } catch (IndexOutOfBoundsException problem) {
            throw problem;
        }
    }

    static int throughFinally(boolean empty) {
        int calls = 0;
        try {
            return (empty ? new ArrayList<Integer>() : List.of(1)).get(0); // @finally
        } finally {
            calls++;
        }
    }

    static void asserted(int x) throws AssertionError {
        assert x != 3; // @asserted
    }
}
