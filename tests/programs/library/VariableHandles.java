// A VarHandle refuses what its variable cannot do, and converts what it is passed and asked for as MethodHandle.asType does.
// run: finding
// args: --method VariableHandles.finding
// verdict: proved
// run: rights
// args: --method VariableHandles.rights
// verdict: proved
// run: modes
// args: --method VariableHandles.modes
// verdict: proved
// run: types
// args: --method VariableHandles.types
// verdict: proved
// run: casts
// args: --method VariableHandles.casts
// verdict: proved
// run: views
// args: --method VariableHandles.views
// verdict: proved
// run: converted
// args: --method VariableHandles.converted
// verdict: violated
// violation: AssertionError at converted:@seven
// run: misused
// args: --method VariableHandles.misused
// verdict: violated
// violation: UnsupportedOperationException at misused:@constant
// run: cast
// args: --method VariableHandles.cast
// verdict: violated
// violation: ClassCastException at cast:@text
// run: method
// args: --method VariableHandles.method
// verdict: inconclusive
// reason: Lookup.findVirtual
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.nio.ByteOrder;

public class VariableHandles {
    public int open;
    int number = 4;
    final int constant = 5;
    boolean flag;
    String text = "x";
    byte small = 127;
    long large;
    Number boxed = 1;
    static int shared = 2;

    static class Below extends VariableHandles {
    }

    interface Action {
        void run() throws Throwable;
    }

    static boolean raises(Class<?> expected, Action action) {
        try {
            action.run();
            return expected == null;
        } catch (Throwable thrown) {
            return thrown.getClass() == expected;
        }
    }

    static VarHandle handle(String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(VariableHandles.class, name, type);
    }

    static void finding() {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        assert raises(null, () -> handle("number", int.class));
        assert raises(NoSuchFieldException.class, () -> handle("number", long.class));
        assert raises(NoSuchFieldException.class, () -> handle("text", Object.class));
        assert raises(NoSuchFieldException.class, () -> handle("nothing", int.class));
        assert raises(IllegalAccessException.class, () -> handle("shared", int.class));
        assert raises(IllegalAccessException.class,
            () -> lookup.findStaticVarHandle(VariableHandles.class, "number", int.class));
        assert raises(null, () -> lookup.findStaticVarHandle(VariableHandles.class, "shared", int.class));
        assert raises(NullPointerException.class, () -> handle("number", null));
        assert raises(IllegalArgumentException.class, () -> MethodHandles.arrayElementVarHandle(int.class));
        assert raises(UnsupportedOperationException.class,
            () -> MethodHandles.byteArrayViewVarHandle(boolean[].class, ByteOrder.BIG_ENDIAN));
    }

    static void rights() {
        MethodHandles.Lookup own = MethodHandles.lookup();
        MethodHandles.Lookup everybodys = MethodHandles.publicLookup();
        assert own.lookupClass() == VariableHandles.class && own.hasFullPrivilegeAccess();
        assert everybodys == MethodHandles.publicLookup() && everybodys.lookupClass() == Object.class;
        assert raises(null, () -> everybodys.findVarHandle(VariableHandles.class, "open", int.class));
        assert raises(IllegalAccessException.class,
            () -> everybodys.findVarHandle(VariableHandles.class, "number", int.class));
        assert raises(IllegalAccessException.class, () -> own.findVarHandle(Elsewhere.class, "hidden", int.class));
        assert raises(null, () -> {
            MethodHandles.Lookup theirs = MethodHandles.privateLookupIn(Elsewhere.class, own);
            assert (int) theirs.findVarHandle(Elsewhere.class, "hidden", int.class).get(new Elsewhere()) == 3;
        });
        assert raises(IllegalAccessException.class, () -> MethodHandles.privateLookupIn(Elsewhere.class, everybodys));
        assert raises(IllegalArgumentException.class, () -> MethodHandles.privateLookupIn(int.class, own));
    }

    static void modes() {
        VariableHandles self = new VariableHandles();
        assert raises(UnsupportedOperationException.class, () -> handle("constant", int.class).set(self, 1));
        assert raises(null, () -> {
            int five = (int) handle("constant", int.class).getVolatile(self);
            assert five == 5;
        });
        assert raises(UnsupportedOperationException.class, () -> handle("flag", boolean.class).getAndAdd(self, true));
        assert raises(null, () -> handle("flag", boolean.class).getAndBitwiseOr(self, true));
        assert self.flag;
        assert raises(UnsupportedOperationException.class, () -> handle("text", String.class).getAndAdd(self, "y"));
        assert raises(null, () -> handle("small", byte.class).getAndAdd(self, (byte) 1));
        assert self.small == -128;
    }

    static void types() {
        VariableHandles self = new VariableHandles();
        assert raises(WrongMethodTypeException.class, () -> handle("number", int.class).set(self, 5L));
        assert raises(WrongMethodTypeException.class, () -> handle("number", int.class).set(self, "5"));
        assert raises(WrongMethodTypeException.class, () -> handle("number", int.class).set(self));
        assert raises(WrongMethodTypeException.class, () -> {
            String text = (String) handle("number", int.class).get(self);
        });
        assert raises(null, () -> {
            Object box = handle("number", int.class).get(self);
            long wide = (long) handle("number", int.class).get(self);
            assert box.equals(4) && wide == 4;
            handle("number", int.class).set(self, (Integer) 7);
            handle("large", long.class).set(self, (Object) 8);
            handle("boxed", Number.class).set(self, 9);
            assert self.number == 7 && self.large == 8 && self.boxed.equals(9);
            assert (long) handle("boxed", Number.class).get(self) == 9;
        });
        assert raises(NullPointerException.class, () -> handle("number", int.class).set(self, (Integer) null));
        assert raises(ClassCastException.class, () -> handle("number", int.class).set(self, (Object) 7L));
    }

    static void casts() {
        VariableHandles self = new VariableHandles();
        assert raises(ClassCastException.class, () -> handle("text", String.class).set(self, (Object) 5));
        assert raises(ClassCastException.class, () -> handle("text", String.class).get((Object) "self"));
        assert raises(NullPointerException.class, () -> handle("text", String.class).get((Object) null));
        assert raises(ClassCastException.class, () -> {
            Integer number = (Integer) handle("text", String.class).getAndSet(self, "y");
        });
        assert self.text.equals("y");
        assert raises(ClassCastException.class, () -> {
            VarHandle below = MethodHandles.lookup().findVarHandle(Below.class, "text", String.class);
            below.get((VariableHandles) self);
        });
        Object[] numbers = new Integer[1];
        assert raises(ArrayStoreException.class,
            () -> MethodHandles.arrayElementVarHandle(Object[].class).setVolatile(numbers, 0, (Object) "s"));
        assert raises(ClassCastException.class,
            () -> MethodHandles.arrayElementVarHandle(String[].class).setVolatile(new String[1], 0, (Object) 5));
        assert raises(ArrayIndexOutOfBoundsException.class,
            () -> MethodHandles.arrayElementVarHandle(int[].class).set(new int[1], 1, 5));
    }

    static void views() {
        byte[] bytes = new byte[12];
        VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        assert raises(null, () -> ints.set(bytes, 1, 258));
        assert bytes[3] == 1 && bytes[4] == 2;
        assert raises(ArrayIndexOutOfBoundsException.class, () -> ints.get(bytes, 9));
        // Later libraries have no atomic access to bytes at all.
        assert raises(IllegalStateException.class, () -> ints.compareAndSet(bytes, 1, 0, 1))
            || raises(UnsupportedOperationException.class, () -> ints.compareAndSet(bytes, 1, 0, 1));
    }

    static void converted(byte x) throws ReflectiveOperationException {
        VariableHandles self = new VariableHandles();
        handle("large", long.class).set(self, x);
        assert self.large != 7; // @seven
    }

    static void misused(int x) throws ReflectiveOperationException {
        handle("constant", int.class).set(new VariableHandles(), x); // @constant
    }

    static void cast(Object x) throws ReflectiveOperationException {
        if (x instanceof String || x instanceof Integer) {
            handle("text", String.class).set(new VariableHandles(), x); // @text
        }
    }

    static void method() throws Throwable {
        MethodType type = MethodType.methodType(int.class);
        assert (int) MethodHandles.lookup().findVirtual(String.class, "length", type).invoke("abc") == 3;
    }
}

class Elsewhere {
    private int hidden = 3;
}
