import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/** Every way to access a variable through a handle, and references to objects. */
public class Handles {
    int number = 10;
    long wide = 1L << 40;
    boolean flag;
    String text = "a";
    static int shared = 3;

    private static final VarHandle NUMBER, WIDE, FLAG, TEXT, SHARED;
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle NAMES = MethodHandles.arrayElementVarHandle(String[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NUMBER = lookup.findVarHandle(Handles.class, "number", int.class);
            WIDE = lookup.findVarHandle(Handles.class, "wide", long.class);
            FLAG = lookup.findVarHandle(Handles.class, "flag", boolean.class);
            TEXT = lookup.findVarHandle(Handles.class, "text", String.class);
            SHARED = lookup.findStaticVarHandle(Handles.class, "shared", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] arguments) {
        numbers(new Handles());
        objects(new Handles());
        elements();
        references();
        try {
            NUMBER.get((Handles) null);
        } catch (NullPointerException e) {
            System.out.println("no object");
        }
    }

    static void numbers(Handles h) {
        System.out.println((int) NUMBER.get(h) + " " + (int) NUMBER.getVolatile(h) + " " + (int) NUMBER.getOpaque(h) + " " + (int) NUMBER.getAcquire(h));
        NUMBER.set(h, 11);
        NUMBER.setVolatile(h, (int) NUMBER.get(h) + 1);
        NUMBER.setOpaque(h, (int) NUMBER.get(h) + 1);
        NUMBER.setRelease(h, (int) NUMBER.get(h) + 1);
        System.out.println(h.number);
        System.out.println(NUMBER.compareAndSet(h, 14, 20) + " " + NUMBER.compareAndSet(h, 14, 21) + " " + h.number);
        System.out.println((int) NUMBER.compareAndExchange(h, 20, 30) + " " + (int) NUMBER.compareAndExchange(h, 20, 31) + " " + h.number);
        System.out.println((int) NUMBER.compareAndExchangeAcquire(h, 30, 40) + " " + (int) NUMBER.compareAndExchangeRelease(h, 1, 41) + " " + h.number);
        while (!NUMBER.weakCompareAndSet(h, 40, 50)) { }
        while (!NUMBER.weakCompareAndSetPlain(h, 50, 51)) { }
        while (!NUMBER.weakCompareAndSetAcquire(h, 51, 52)) { }
        while (!NUMBER.weakCompareAndSetRelease(h, 52, 53)) { }
        System.out.println(h.number + " " + NUMBER.weakCompareAndSet(h, 1, 2));
        System.out.println((int) NUMBER.getAndSet(h, 1) + " " + (int) NUMBER.getAndSetAcquire(h, 2) + " " + (int) NUMBER.getAndSetRelease(h, 3));
        System.out.println((int) NUMBER.getAndAdd(h, Integer.MAX_VALUE) + " " + (int) NUMBER.getAndAddAcquire(h, 5) + " " + (int) NUMBER.getAndAddRelease(h, -1) + " " + h.number);
        h.number = 0b1100;
        System.out.println((int) NUMBER.getAndBitwiseOr(h, 0b0011) + " " + (int) NUMBER.getAndBitwiseAnd(h, 0b0110) + " " + (int) NUMBER.getAndBitwiseXor(h, 0b1111) + " " + h.number);
        System.out.println((long) WIDE.getAndAdd(h, 1L) + " " + (long) WIDE.getAndBitwiseOr(h, 6L) + " " + h.wide + " " + WIDE.compareAndSet(h, h.wide, -1L) + " " + h.wide);
        System.out.println((int) NUMBER.getAndBitwiseOrAcquire(h, 1) + " " + (int) NUMBER.getAndBitwiseOrRelease(h, 8) + " " + (int) NUMBER.getAndBitwiseAndAcquire(h, 13) + " " + (int) NUMBER.getAndBitwiseAndRelease(h, 7) + " " + (int) NUMBER.getAndBitwiseXorAcquire(h, 3) + " " + (int) NUMBER.getAndBitwiseXorRelease(h, 5) + " " + h.number);
        VarHandle.fullFence();
        System.out.println(NUMBER.hasInvokeExactBehavior());
        System.out.println((boolean) FLAG.getAndSet(h, true) + " " + FLAG.compareAndSet(h, true, false) + " " + h.flag);
        System.out.println((int) SHARED.getAndAdd(4) + " " + (int) SHARED.get() + " " + SHARED.compareAndSet(7, 8) + " " + shared);
        System.out.println((int) NUMBER.withInvokeBehavior().get(h) + " " + NUMBER.withInvokeBehavior().compareAndSet(h, 9, 10));
    }

    static void objects(Handles h) {
        String other = new String("a");
        System.out.println(TEXT.compareAndSet(h, other, "b") + " " + TEXT.compareAndSet(h, "a", "b") + " " + h.text);
        System.out.println((String) TEXT.compareAndExchange(h, "b", other) + " " + (h.text == other) + " " + (String) TEXT.getAndSet(h, null) + " " + h.text);
    }

    static void elements() {
        int[] cells = {1, 2, 3};
        System.out.println((int) CELLS.getAndAdd(cells, 1, 5) + " " + (int) CELLS.getVolatile(cells, 1) + " " + CELLS.compareAndSet(cells, 2, 3, 9) + " " + cells[2]);
        String[] names = {"x", null};
        NAMES.setVolatile(names, 1, "y");
        System.out.println((String) NAMES.getAcquire(names, 1) + NAMES.compareAndSet(names, 0, "z", "w") + names[0]);
        try {
            CELLS.set(cells, 3, 0);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
    }

    static void references() {
        Object kept = new Object();
        WeakReference<Object> weak = new WeakReference<>(kept);
        SoftReference<Object> soft = new SoftReference<>(kept);
        PhantomReference<Object> phantom = new PhantomReference<>(kept, new ReferenceQueue<>());
        System.out.println((weak.get() == kept) + " " + (soft.get() == kept) + " " + (phantom.get() == null) + " " + weak.refersTo(kept) + " " + phantom.refersTo(kept) + " " + phantom.refersTo(null));
        weak.clear();
        phantom.clear();
        System.out.println(weak.get() + " " + weak.refersTo(null) + " " + phantom.refersTo(kept) + " " + phantom.refersTo(null));
        java.lang.ref.Reference.reachabilityFence(kept);
    }
}
