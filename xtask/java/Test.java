package org.junit;

/** Marks a test. */
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
public @interface Test {
    Class<? extends Throwable> expected() default None.class;

    /** No exception. */
    final class None extends Throwable {
        private static final long serialVersionUID = 1;
    }
}
