// Handles of fields, static ones too: what they read and write is shared like the field itself.
// run: field
// args: --method VariableHandles.besidePlainAccess
// verdict: violated
// violation: AssertionError at besidePlainAccess:@lost
// run: kept
// args: --method VariableHandles.bothAdd
// verdict: proved
// run: static
// args: --method VariableHandles.readTwice
// verdict: violated
// violation: AssertionError at readTwice:@differs
// run: static-kept
// args: --method VariableHandles.bothAddToStatic
// verdict: proved
// run: published
// args: --method VariableHandles.publishedTooEarly
// verdict: violated
// violation: AssertionError at publishedTooEarly:@early

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VariableHandles {
    int count;
    static int total;
    static int[] cell;

    static final VarHandle COUNT;
    static final VarHandle TOTAL;
    static final VarHandle CELL;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(VariableHandles.class, "count", int.class);
            TOTAL = MethodHandles.lookup().findStaticVarHandle(VariableHandles.class, "total", int.class);
            CELL = MethodHandles.lookup().findStaticVarHandle(VariableHandles.class, "cell", int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void besidePlainAccess() throws InterruptedException {
        VariableHandles shared = new VariableHandles();
        Thread other = new Thread(() -> COUNT.getAndAdd(shared, 1));
        other.start();
        shared.count++;
        other.join();
        assert shared.count == 2; // @lost
    }

    static void bothAdd() throws InterruptedException {
        VariableHandles shared = new VariableHandles();
        Thread other = new Thread(() -> COUNT.getAndAdd(shared, 1));
        other.start();
        COUNT.getAndAdd(shared, 1);
        other.join();
        assert shared.count == 2;
    }

    static void readTwice() {
        new Thread(() -> TOTAL.setVolatile(1)).start();
        int before = (int) TOTAL.getVolatile();
        int after = (int) TOTAL.getVolatile();
        assert before == after; // @differs
    }

    static void bothAddToStatic() throws InterruptedException {
        Thread other = new Thread(() -> TOTAL.getAndAdd(1));
        other.start();
        TOTAL.getAndAdd(1);
        other.join();
        assert total == 2;
    }

    static void publishedTooEarly() {
        new Thread(() -> {
            int[] made = new int[1];
            CELL.setVolatile(made);
            made[0] = 7;
        }).start();
        int[] seen = (int[]) CELL.getVolatile();
        assert seen == null || seen[0] == 7; // @early
    }
}
