import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Calls a method with random arguments, again and again, and says which of them it fails on: {@code Attack C.m(int) 1000}. What
 * counts as failing is an {@code AssertionError}, what the JVM itself raises for an index, a division, a cast, null, or a negative
 * size. A call that takes long is left alone, and so is one whose stack overflows.
 */
class Attack {
    private static final int[] INTS = {0, 1, 2, 3, -1, -2, 4, 5, 7, 8, 16, 100, 101, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE,
        Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 1 << 30, 46341};
    private static final long CALL_MILLIS = 200;
    private static final long ALL_MILLIS = 20_000;

    private final Random random = new Random(1);
    /** Objects made for the call at hand: a reference may be to any of them. */
    private final List<Object> made = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        Method method = find(arguments[0]);
        Attack attack = new Attack();
        long until = System.currentTimeMillis() + ALL_MILLIS;
        for (int round = Integer.parseInt(arguments[1]); round > 0 && System.currentTimeMillis() < until; round--) {
            String failure = attack.call(method);
            if (failure != null) {
                System.out.println(failure);
                System.exit(1);
            }
        }
        System.exit(0);
    }

    private static Method find(String named) throws Exception {
        String path = named.contains("(") ? named.substring(0, named.indexOf('(')) : named;
        int dot = path.lastIndexOf('.');
        Class<?> holder = Class.forName(path.substring(0, dot));
        for (Method method : holder.getDeclaredMethods()) {
            if (method.getName().equals(path.substring(dot + 1)) && fits(method, named)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(named);
    }

    private static boolean fits(Method method, String named) {
        if (!named.contains("(")) {
            return !method.isSynthetic();
        }
        List<String> types = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            types.add(type.getSimpleName());
        }
        return named.endsWith("(" + String.join(",", types) + ")");
    }

    private String call(Method method) throws Exception {
        made.clear();
        resetStatics(method.getDeclaringClass());
        Object receiver = null;
        if (!Modifier.isStatic(method.getModifiers())) {
            receiver = object(method.getDeclaringClass(), 3);
            if (receiver == null) {
                return null;
            }
        }
        Object[] values = new Object[method.getParameterCount()];
        StringBuilder shown = new StringBuilder(method.getName());
        for (int number = 0; number < values.length; number++) {
            values[number] = value(method.getParameterTypes()[number], 3);
            shown.append(' ').append(show(values[number]));
        }
        Object target = receiver;
        Throwable[] thrown = {null};
        Thread thread = new Thread(() -> {
            try {
                method.invoke(target, values);
            } catch (InvocationTargetException exception) {
                thrown[0] = exception.getCause();
            } catch (IllegalAccessException exception) {
                throw new IllegalStateException(exception);
            }
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(CALL_MILLIS);
        return isFailure(thrown[0]) ? shown + ": " + thrown[0] : null;
    }

    private static boolean isFailure(Throwable thrown) {
        return thrown instanceof AssertionError || thrown instanceof ArithmeticException
            || thrown instanceof IndexOutOfBoundsException || thrown instanceof NullPointerException
            || thrown instanceof ClassCastException || thrown instanceof NegativeArraySizeException
            || thrown instanceof ArrayStoreException;
    }

    /** Numbers in static fields are what the class begins with: most calls of a proof begin there. */
    private void resetStatics(Class<?> type) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            boolean isPlain = Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers());
            if (isPlain && !field.isSynthetic() && (field.getType() == int.class || field.getType() == long.class)) {
                field.setAccessible(true);
                saved.putIfAbsent(field, field.get(null));
                field.set(null, saved.get(field));
            }
        }
    }

    private final java.util.Map<Field, Object> saved = new java.util.HashMap<>();

    private Object value(Class<?> type, int depth) throws ReflectiveOperationException {
        if (type == int.class) {
            return integer();
        } else if (type == long.class) {
            return random.nextInt(4) == 0 ? random.nextLong() : (long) integer() * (random.nextInt(3) == 0 ? 1L << 32 : 1);
        } else if (type == short.class) {
            return (short) integer();
        } else if (type == byte.class) {
            return (byte) integer();
        } else if (type == char.class) {
            return (char) (random.nextBoolean() ? 'a' + random.nextInt(26) : random.nextInt(1 << 16));
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == double.class) {
            return decimal();
        } else if (type == float.class) {
            return (float) decimal();
        } else if (type == String.class) {
            return random.nextInt(8) == 0 ? null : text();
        } else if (type.isArray()) {
            return random.nextInt(8) == 0 ? null : array(type.getComponentType(), depth);
        }
        return object(type, depth);
    }

    private int integer() {
        return switch (random.nextInt(3)) {
            case 0 -> INTS[random.nextInt(INTS.length)];
            case 1 -> random.nextInt(20) - 5;
            default -> random.nextInt();
        };
    }

    private double decimal() {
        double[] some = {0, -0.0, 1, -1, 0.5, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE};
        return random.nextBoolean() ? some[random.nextInt(some.length)] : random.nextGaussian() * 100;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        String letters = "ab 0189-+()\"\\xyz,;\n";
        for (int rest = random.nextInt(12); rest > 0; rest--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private Object array(Class<?> element, int depth) throws ReflectiveOperationException {
        Object array = Array.newInstance(element, random.nextInt(9));
        boolean isTame = random.nextBoolean();
        for (int index = 0; index < Array.getLength(array); index++) {
            Array.set(array, index, isTame && element == int.class ? (Object) random.nextInt(4) : value(element, depth - 1));
        }
        return array;
    }

    private Object object(Class<?> type, int depth) throws ReflectiveOperationException {
        for (Object known : made) {
            if (type.isInstance(known) && random.nextInt(4) == 0) {
                return known;
            }
        }
        if (depth == 0 || type.isInterface() || Modifier.isAbstract(type.getModifiers()) || random.nextInt(8) == 0) {
            return null;
        }
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object[] values = new Object[constructor.getParameterCount()];
        for (int number = 0; number < values.length; number++) {
            values[number] = value(constructor.getParameterTypes()[number], depth - 1);
        }
        Object object;
        try {
            object = constructor.newInstance(values);
        } catch (InvocationTargetException exception) {
            return null;
        }
        made.add(object);
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field.setAccessible(true);
                field.set(object, value(field.getType(), depth - 1));
            }
        }
        return object;
    }

    private static String show(Object value) {
        if (value == null || !value.getClass().isArray()) {
            return String.valueOf(value);
        }
        StringBuilder shown = new StringBuilder("[");
        for (int index = 0; index < Array.getLength(value); index++) {
            shown.append(index == 0 ? "" : ", ").append(show(Array.get(value, index)));
        }
        return shown.append(']').toString();
    }
}
