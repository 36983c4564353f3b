package lazuli;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a method is called with: a formula over its input, for which {@code lazuli check} looks at no others. It is kept in the
 * class file and means nothing to a JVM.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Repeatable(Requires.All.class)
public @interface Requires {
    String[] value();

    /** Several of them on one method. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
    @interface All {
        Requires[] value();
    }
}
