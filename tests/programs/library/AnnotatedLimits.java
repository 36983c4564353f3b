// Values of annotations decide what a program checks.
// run: bug
// args: --method AnnotatedLimits.store
// verdict: violated
// violation: ArrayIndexOutOfBoundsException at store:@store
// run: proof
// args: --method AnnotatedLimits.storeRightly
// verdict: proved
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

class AnnotatedLimits {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Limits {
        int least() default 0;

        int most();
    }

    @Limits(most = 4)
    static final class Table {
        final int[] cells = new int[4];
    }

    static void store(int index) {
        Limits limits = Table.class.getAnnotation(Limits.class);
        if (index >= limits.least() && index <= limits.most()) {
            new Table().cells[index] = 1; // @store
        }
    }

    static void storeRightly(int index) {
        Limits limits = Table.class.getAnnotation(Limits.class);
        if (index >= limits.least() && index < limits.most()) {
            new Table().cells[index] = 1;
        }
    }
}
