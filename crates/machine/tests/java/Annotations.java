import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Annotations as reflection gives them, and proxies, which is what they are. */
public class Annotations {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Full {
        int number() default 7;

        long big() default 1L << 40;

        double real() default 2.5;

        float small() default 0.5f;

        char letter() default 'x';

        boolean flag() default true;

        byte tiny() default -1;

        short brief() default 300;

        String text() default "a \"quoted\" \u00e9";

        Class<?> type() default String.class;

        Class<?>[] types() default {int.class, int[].class, Annotations.class};

        ElementType kind() default ElementType.FIELD;

        Part part() default @Part(3);

        Part[] parts() default {@Part(1), @Part(2)};

        int[] numbers() default {};

        String[] words() default {"one", "two"};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.ANNOTATION_TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.TYPE, ElementType.PARAMETER})
    @interface Part {
        int value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @interface Invisible {
    }

    @Full(number = 8, numbers = {1, 2, 3}, type = int.class)
    @Invisible
    static class Base {
        @Part(5)
        int field;

        @Part(6)
        void method(@Part(9) int a, String b) {
        }
    }

    @Tag("a")
    @Tag("b")
    static class Derived extends Base {
    }

    static void show(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) throws Exception {
        Full full = Base.class.getAnnotation(Full.class);
        show(full.number() + " " + full.big() + " " + full.real() + " " + full.small() + " " + full.letter());
        show(full.flag() + " " + full.tiny() + " " + full.brief() + " " + full.text() + " " + full.type());
        show(Arrays.toString(full.types()) + full.kind() + full.part().value() + full.parts()[1].value());
        show(Arrays.toString(full.numbers()) + Arrays.toString(full.words()));
        show(full.annotationType());
        show(full.equals(Base.class.getAnnotation(Full.class)) + " " + full.equals("no"));
        show(full.hashCode() == Derived.class.getAnnotation(Full.class).hashCode());
        show(Base.class.getAnnotation(Part.class));
        show(Base.class.isAnnotationPresent(Invisible.class));
        show(Derived.class.getAnnotation(Full.class) != null);
        show(Derived.class.getDeclaredAnnotations().length + " " + Derived.class.getAnnotations().length);
        for (Tag tag : Derived.class.getAnnotationsByType(Tag.class)) {
            show(tag.value());
        }
        show(Base.class.getDeclaredField("field").getAnnotation(Part.class).value());
        Method method = Base.class.getDeclaredMethod("method", int.class, String.class);
        show(method.getAnnotation(Part.class).value());
        Annotation[][] parameters = method.getParameterAnnotations();
        show(parameters.length + " " + parameters[0].length + " " + parameters[1].length);
        show(Full.class.getDeclaredMethod("number").getDefaultValue());
        show(Part.class.getDeclaredMethod("value").getDefaultValue());
        show(Full.class.isAnnotation() + " " + Full.class.isInterface() + " " + Base.class.isAnnotation());
        show(full.part());
        proxies();
    }

    static void proxies() throws Exception {
        InvocationHandler handler = (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "charAt":
                    return (char) ('a' + (Integer) arguments[0]);
                case "length":
                    return arguments == null ? 3 : 4;
                case "call":
                    throw new IOException("declared");
                case "isEmpty":
                    return true;
                case "hashCode":
                    return 11;
                case "equals":
                    return proxy == arguments[0];
                case "toString":
                    return "proxy";
                default:
                    throw new Exception("not declared");
            }
        };
        Class<?>[] interfaces = {CharSequence.class, Runnable.class, Callable.class};
        CharSequence text = (CharSequence) Proxy.newProxyInstance(null, interfaces, handler);
        show(text.charAt(6) + " " + text.length() + text.isEmpty() + text.hashCode() + text.equals(text) + text);
        try {
            ((Callable<?>) text).call();
        } catch (IOException problem) {
            show(problem.getMessage());
        }
        try {
            ((Runnable) text).run();
        } catch (UndeclaredThrowableException problem) {
            show(problem.getCause().getMessage());
        }
        show(Proxy.isProxyClass(text.getClass()) + " " + Proxy.isProxyClass(String.class));
        show(Proxy.getInvocationHandler(text) == handler);
        show(text instanceof Runnable);
        List<?> wrong = (List<?>) Proxy.newProxyInstance(null, new Class<?>[] {List.class}, (p, m, a) -> "no number");
        try {
            wrong.size();
        } catch (ClassCastException problem) {
            show("no box");
        }
        List<?> none = (List<?>) Proxy.newProxyInstance(null, new Class<?>[] {List.class}, (p, m, a) -> null);
        show(none.get(3));
        try {
            none.size();
        } catch (NullPointerException problem) {
            show("no value");
        }
        try {
            Proxy.newProxyInstance(null, new Class<?>[] {Mine.class}, (p, m, a) -> null);
        } catch (IllegalArgumentException problem) {
            show("not visible");
        }
    }

    interface Mine {
    }
}
