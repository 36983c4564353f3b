package lazuli;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What must hold of every call that returns normally: a formula over the heap before and after it, which {@code lazuli check}
 * checks. It is kept in the class file and means nothing to a JVM.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Repeatable(Ensures.All.class)
public @interface Ensures {
    String[] value();

    /** Several of them on one method. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
    @interface All {
        Ensures[] value();
    }
}
