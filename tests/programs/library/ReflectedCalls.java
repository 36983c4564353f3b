// Methods, constructors and fields used by reflection, with unknown values passing through boxes.
// run: bug
// args: --method ReflectedCalls.twice
// verdict: violated
// violation: AssertionError at twice:@overflow
// run: proof
// args: --method ReflectedCalls.fields
// verdict: proved
// run: wrapped
// args: --method ReflectedCalls.wrapped
// verdict: proved
// run: order
// args: --method ReflectedCalls.order
// verdict: inconclusive
// reason: the order of the methods of a class
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

class ReflectedCalls {
    static final class Cell {
        private int value;

        Cell(int value) {
            this.value = value;
        }

        int twice() {
            return 2 * value;
        }

        int over(int divisor) {
            return value / divisor;
        }
    }

    static void twice(int x) throws Exception {
        Constructor<Cell> constructor = Cell.class.getDeclaredConstructor(int.class);
        Cell cell = constructor.newInstance(x);
        int twice = (Integer) Cell.class.getDeclaredMethod("twice").invoke(cell);
        if (x > 0) {
            assert twice > 0; // @overflow
        }
    }

    static void fields(int x) throws Exception {
        Cell cell = new Cell(1);
        Field value = Cell.class.getDeclaredField("value");
        value.setInt(cell, x);
        assert cell.value == x;
        value.set(cell, 3);
        assert value.getInt(cell) == 3 && value.getType() == int.class;
    }

    static void wrapped(int divisor) throws Exception {
        try {
            Object result = Cell.class.getDeclaredMethod("over", int.class).invoke(new Cell(6), divisor);
            assert divisor != 0 && (Integer) result == 6 / divisor;
        } catch (InvocationTargetException problem) {
            assert divisor == 0 && problem.getCause() instanceof ArithmeticException;
        }
    }

    static void order() {
        assert Cell.class.getDeclaredMethods()[0].getName().equals("twice");
    }
}
