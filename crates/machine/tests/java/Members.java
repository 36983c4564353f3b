import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fields of every type through reflection, and what classes are. */
public class Members {
    public boolean z;
    public byte b;
    public char c;
    public short s;
    public int i;
    public long j;
    public float f;
    public double d;
    public Object o;

    record Pair(int left, String right) { }

    interface Named<T extends Comparable<T>> extends Map<String, T> { }

    public static void main(String[] arguments) throws Exception {
        Members m = new Members();
        field("z").setBoolean(m, true);
        field("b").setByte(m, (byte) -1);
        field("c").setChar(m, 'c');
        field("s").setShort(m, (short) 300);
        field("i").setInt(m, 7);
        field("j").setLong(m, 1L << 40);
        field("f").setFloat(m, 1.5f);
        field("d").setDouble(m, -0.0);
        field("o").set(m, "text");
        System.out.println(m.z + " " + m.b + " " + m.c + " " + m.s + " " + m.i + " " + m.j + " " + m.f + " " + m.d + " " + m.o);
        System.out.println(field("z").getBoolean(m) + " " + field("b").getByte(m) + " " + field("c").getChar(m) + " " + field("s").getShort(m) + " "
            + field("i").getInt(m) + " " + field("j").getLong(m) + " " + field("f").getFloat(m) + " " + field("d").getDouble(m) + " " + field("o").get(m));
        // Widening on the way out and in.
        field("j").setInt(m, -5);
        field("d").setFloat(m, 0.5f);
        System.out.println(field("b").getLong(m) + " " + field("c").getInt(m) + " " + field("i").getDouble(m) + " " + m.j + " " + m.d);
        refused(() -> field("i").getShort(m));
        refused(() -> field("b").setInt(m, 1));
        refused(() -> field("z").getInt(m));
        refused(() -> field("i").getInt("other"));
        refused(() -> field("i").set(m, "no number"));
        System.out.println(Members.class.getMethod("field", String.class).getName());
        classes();
    }

    interface Attempt {
        void run() throws Exception;
    }

    static void refused(Attempt attempt) {
        try {
            attempt.run();
            System.out.println("allowed");
        } catch (Exception e) {
            System.out.println(e.getClass().getName());
        }
    }

    public static Field field(String name) throws NoSuchFieldException {
        return Members.class.getDeclaredField(name);
    }

    static void classes() {
        class Local { }
        Object anonymous = new Object() { };
        Class<?>[] all = {int.class, String.class, Pair.class, Local.class, anonymous.getClass(), Named.class, Thread.State.class, int[][].class};
        for (Class<?> each : all) {
            System.out.println(each.isAnonymousClass() + " " + each.isLocalClass() + " " + each.isMemberClass() + " " + each.isRecord() + " " + each.isHidden() + " " + each.isEnum());
        }
        System.out.println(Named.class.getTypeParameters().length + " " + Named.class.getGenericInterfaces()[0]);
    }
}
