import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
@IMPORTS@
public final class @NAME@ {
@INPUT@
    // ---- The input above, the means below. ----

    /** The input objects by number; 0 is unused. */
    private static Object[] heap;

    /** What the entry returned, or made. */
    private static Object returned;

    private static void objects(int size) {
        heap = new Object[size];
    }

    private static final Object unsafe = unsafe();

@MAIN@@PROPERTY@    private static String describe(Throwable problem) {
        StringBuilder text = new StringBuilder();
        for (Throwable t = problem; t != null; t = t instanceof ExceptionInInitializerError ? t.getCause() : null) {
            text.append("\t").append(t.getClass().getName());
            StackTraceElement[] trace = t.getStackTrace();
            boolean leftLibrary = false;
            for (int i = 0; i < trace.length && (i < 32 || !leftLibrary); i++) {
                StackTraceElement frame = trace[i];
                boolean ofLibrary = frame.getModuleName() != null;
                leftLibrary |= !ofLibrary;
                text.append(ofLibrary ? "\tin " : "\tat ");
                text.append(frame.getClassName()).append('.').append(frame.getMethodName());
                text.append(':').append(Math.max(0, frame.getLineNumber()));
            }
        }
        return text.toString();
    }

    private static String oneLine(String text) {
        return String.valueOf(text).replace('\n', ' ').replace('\t', ' ').replace('\r', ' ');
    }

    private static final class Unbuildable extends Exception {
        Unbuildable(String message) {
            super(message);
        }
    }

    private static final class BrokenInvariant extends Exception {
    }

    /** The receiver's repOk(), after the call. */
    private static void checkInvariant(Object receiver) throws Throwable {
        for (Class<?> holder = receiver.getClass(); holder != null; holder = holder.getSuperclass()) {
            try {
                Method invariant = holder.getDeclaredMethod("repOk");
                invariant.setAccessible(true);
                if (!(Boolean) invariant.invoke(receiver)) {
                    throw new BrokenInvariant();
                }
                return;
            } catch (NoSuchMethodException absent) {
                // A superclass has it.
            } catch (InvocationTargetException problem) {
                throw problem.getCause();
            }
        }
    }

    /** A precondition, asked before the call. */
    private static void require(String declaredIn, String name, Object[] arguments, String... parameters) throws Throwable {
        Class<?>[] types = new Class<?>[parameters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(parameters[i]);
        }
        demand(type(declaredIn).getDeclaredMethod(name, types), null, arguments);
    }

    /** The repOk() of an object of the input that is declared so, if there is one. */
    private static void requireInvariant(String declared, Object subject) throws Throwable {
        Method invariant = subject == null ? null : invariant(type(declared));
        if (invariant != null) {
            demand(invariant, subject);
        }
    }

    private static Method invariant(Class<?> declared) {
        for (Class<?> holder = declared; holder != null; holder = holder.getSuperclass()) {
            for (Method method : holder.getDeclaredMethods()) {
                if (method.getName().equals("repOk") && method.getReturnType() == boolean.class && method.getParameterCount() == 0) {
                    return Modifier.isStatic(method.getModifiers()) ? null : method;
                }
            }
        }
        for (Class<?> holder = declared; holder != null; holder = holder.getSuperclass()) {
            for (Class<?> above : holder.getInterfaces()) {
                Method method = invariant(above);
                if (method != null) {
                    return method;
                }
            }
        }
        return null;
    }

    private static void demand(Method condition, Object receiver, Object... arguments) throws Throwable {
        open(condition);
        String answer;
        try {
            answer = "says " + condition.invoke(receiver, arguments);
        } catch (InvocationTargetException problem) {
            answer = "throws " + problem.getCause();
        }
        if (!answer.equals("says true")) {
            String name = condition.getDeclaringClass().getName() + "." + condition.getName();
            throw new Unbuildable("the precondition " + name + " " + answer);
        }
    }

    /** The next values that the program gets when it asks for unknown ones. */
    private static void supply(String values) {
        System.setProperty("@VALUES@", System.getProperty("@VALUES@", "") + "," + values);
        System.getProperties().put("@OBJECTS@", heap);
    }

    /** What the program reads from System.in. Numbers are read by English conventions, whatever the user's are. */
    private static void input(String charset, String... parts) {
        byte[] bytes = String.join("", parts).getBytes(java.nio.charset.Charset.forName(charset));
        System.setIn(new java.io.BufferedInputStream(new java.io.ByteArrayInputStream(bytes)));
        java.util.Locale.setDefault(java.util.Locale.US);
    }

    private static Class<?> type(String name) throws Unbuildable {
        String element = name;
        int dimensions = 0;
        while (element.endsWith("[]")) {
            element = element.substring(0, element.length() - 2);
            dimensions++;
        }
        Class<?> type;
        switch (element) {
            case "boolean": type = boolean.class; break;
            case "byte": type = byte.class; break;
            case "char": type = char.class; break;
            case "short": type = short.class; break;
            case "int": type = int.class; break;
            case "long": type = long.class; break;
            case "float": type = float.class; break;
            case "double": type = double.class; break;
            case "void": type = void.class; break;
            case "lazuli.Other": type = Other.class; break;
            default:
                try {
                    type = Class.forName(element, false, @NAME@.class.getClassLoader());
                } catch (ClassNotFoundException | LinkageError problem) {
                    throw new Unbuildable("class " + element + " is not loadable: " + problem);
                }
        }
        for (int i = 0; i < dimensions; i++) {
            type = Array.newInstance(type, 0).getClass();
        }
        return type;
    }

    /** Stands for the classes that the program does not mention: any answers to what every object is asked. */
    private static final class Other {
        private final int hash = Integer.parseInt("0");
        private final int kind = Integer.parseInt("0");
        private final String text = String.valueOf("");

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public String toString() {
            return text;
        }

        @Override
        public boolean equals(Object other) {
            if (other instanceof Other) {
                return other == this || ((Other) other).kind == kind && ((Other) other).hash == hash;
            }
            return other != null && other.equals(this);
        }
    }

    /** An object whose constructors did not run, but the one of the library that it is below. */
    private static void object(int id, String type) throws Throwable {
        Class<?> holder = type(type);
        Class<?> above = holder;
        while (isOfProgram(above)) {
            above = above.getSuperclass();
        }
        Constructor<?> constructor = above == holder || above == Object.class ? null : constructorOf(above);
        if (constructor == null) {
            heap[id] = onUnsafe("allocateInstance", new Class<?>[] {Class.class}, holder);
            return;
        }
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object made = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
            .invoke(factory.getMethod("getReflectionFactory").invoke(null), holder, constructor);
        heap[id] = ((Constructor<?>) made).newInstance();
    }

    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static Constructor<?> constructorOf(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            boolean inherited = (constructor.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
            return inherited ? constructor : null;
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }

    /** The constant of an enum; one with a body has a class of its own below the enum's. */
    private static void constant(int id, String type, int ordinal) throws Throwable {
        Class<?> holder = type(type);
        Object[] constants = holder.isEnum() ? holder.getEnumConstants() : holder.getSuperclass().getEnumConstants();
        if (constants == null || ordinal < 0 || ordinal >= constants.length) {
            throw new Unbuildable(type + " has no constant number " + ordinal);
        }
        heap[id] = constants[ordinal];
    }

    /** A string object of its own, which will never be the one of its literals; characters beyond the given ones are any. */
    private static void text(int id, int length, String... parts) {
        heap[id] = new String(padded(length, parts).intern());
    }

    /** The string that literals with this text are. */
    private static void interned(int id, int length, String... parts) {
        heap[id] = padded(length, parts).intern();
    }

    private static String padded(int length, String... parts) {
        String text = String.join("", parts);
        return text + "a".repeat(Math.max(0, length - text.length()));
    }

    /** A box that valueOf keeps, for that is how the argument was made. */
    private static void kept(int id, Object box) {
        heap[id] = box;
    }

    private static void empty(int id, String type) throws Throwable {
        heap[id] = type(type).getMethod("empty").invoke(null);
    }

    private static void optional(int id, Object value) {
        heap[id] = value instanceof Integer ? java.util.OptionalInt.of((Integer) value)
            : value instanceof Long ? java.util.OptionalLong.of((Long) value)
            : java.util.OptionalDouble.of((Double) value);
    }

    /** An empty collection of a public class of the library. */
    private static void collection(int id, String type) throws Throwable {
        heap[id] = type(type).getDeclaredConstructor().newInstance();
    }

    @SuppressWarnings("unchecked")
    private static void add(int id, Object value) {
        ((java.util.Collection<Object>) heap[id]).add(value);
    }

    @SuppressWarnings("unchecked")
    private static void put(int id, Object key, Object value) {
        ((java.util.Map<Object, Object>) heap[id]).put(key, value);
    }

    /** What a public constructor of the library makes. */
    private static void makeNew(int id, String type, Object[] arguments, String... parameters) throws Throwable {
        try {
            heap[id] = type(type).getConstructor(types(parameters)).newInstance(arguments);
        } catch (InvocationTargetException refused) {
            throw new Unbuildable("object " + id + " cannot be made: " + refused.getCause());
        }
    }

    /** What a public method of the library gives, static or of a receiver. */
    private static void makeByMethod(int id, String type, String name, Object receiver, Object[] arguments,
            String... parameters) throws Throwable {
        try {
            heap[id] = type(type).getMethod(name, types(parameters)).invoke(receiver, arguments);
        } catch (InvocationTargetException refused) {
            throw new Unbuildable("object " + id + " cannot be made: " + refused.getCause());
        }
    }

    /** A constant of the library, or a class. */
    private static void makeByField(int id, String type, String name) throws Throwable {
        heap[id] = name.equals("class") ? type(type) : type(type).getField(name).get(null);
    }

    private static Class<?>[] types(String[] names) throws Unbuildable {
        Class<?>[] types = new Class<?>[names.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(names[i]);
        }
        return types;
    }

    /** An object of an interface whose methods give the recorded answers, in the order of the calls. */
    private static void function(int id, String type) throws Throwable {
        Class<?> implemented = type(type);
        heap[id] = Proxy.newProxyInstance(@NAME@.class.getClassLoader(), new Class<?>[] {implemented}, new Answers());
    }

    private static void answer(int id, Object value) {
        ((Answers) Proxy.getInvocationHandler(heap[id])).answers.add(value);
    }

    private static final class Answers implements InvocationHandler {
        final java.util.List<Object> answers = new java.util.ArrayList<>();
        private int next;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                switch (method.getName()) {
                    case "equals": return proxy == arguments[0];
                    case "hashCode": return System.identityHashCode(proxy);
                    default: return "function@" + Integer.toHexString(System.identityHashCode(proxy));
                }
            }
            if (method.isDefault()) {
                Class<?> holder = method.getDeclaringClass();
                if (Modifier.isPublic(holder.getModifiers())) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                return MethodHandles.privateLookupIn(holder, MethodHandles.lookup()).unreflectSpecial(method, holder)
                    .bindTo(proxy).invokeWithArguments(arguments == null ? new Object[0] : arguments);
            }
            if (method.getReturnType() == void.class) {
                return null;
            }
            if (next < answers.size()) {
                return answers.get(next++);
            }
            // Nobody predicted this call.
            return method.getReturnType().isPrimitive() ? Array.get(Array.newInstance(method.getReturnType(), 1), 0) : null;
        }
    }

    private static void array(int id, String elementType, int length) throws Throwable {
        heap[id] = Array.newInstance(type(elementType), length);
    }

    private static void element(int id, int index, Object value) throws Throwable {
        try {
            Array.set(heap[id], index, value);
        } catch (IllegalArgumentException problem) {
            throw new Unbuildable("object " + id + " cannot hold element " + index + ": " + problem.getMessage());
        }
    }

    /** Sets private, final and record fields alike. */
    private static void field(int id, String declaredIn, String name, Object value) throws Throwable {
        Class<?> holder = type(declaredIn);
        Field field;
        try {
            field = holder.getDeclaredField(name);
        } catch (NoSuchFieldException problem) {
            throw new Unbuildable("class " + declaredIn + " shows no field " + name);
        }
        Class<?> type = field.getType();
        boolean fits = type.isPrimitive() ? value != null && box(type) == value.getClass()
            : value == null || type.isInstance(value);
        if (!holder.isInstance(heap[id]) || !fits || Modifier.isStatic(field.getModifiers())) {
            throw new Unbuildable("object " + id + " cannot hold " + declaredIn + "." + name + " = " + value);
        }
        String kind = !type.isPrimitive() ? "Reference"
            : Character.toUpperCase(type.getName().charAt(0)) + type.getName().substring(1);
        Class<?> parameter = type.isPrimitive() ? type : Object.class;
        Object offset = onUnsafe("objectFieldOffset", new Class<?>[] {Class.class, String.class}, holder, name);
        onUnsafe("put" + kind, new Class<?>[] {Object.class, long.class, parameter}, heap[id], offset, value);
    }

    private static Class<?> box(Class<?> primitive) {
        return Array.get(Array.newInstance(primitive, 1), 0).getClass();
    }

    /** The method or constructor with exactly these types, whatever its access, called. */
    private static void invoke(String declaredIn, String name, String returns, Object receiver, Object[] arguments,
            String... parameters) throws Throwable {
        Class<?> holder = type(declaredIn);
        Class<?>[] types = new Class<?>[parameters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(parameters[i]);
        }
        try {
            if (name.equals("<init>")) {
                Constructor<?> constructor = holder.getDeclaredConstructor(types);
                open(constructor);
                returned = constructor.newInstance(arguments);
                return;
            }
            for (Method method : holder.getDeclaredMethods()) {
                boolean same = method.getName().equals(name) && method.getReturnType() == type(returns)
                    && java.util.Arrays.equals(method.getParameterTypes(), types);
                if (same) {
                    open(method);
                    returned = method.invoke(receiver, arguments);
                    return;
                }
            }
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } catch (NoSuchMethodException | IllegalArgumentException | InstantiationException problem) {
            throw new Unbuildable(problem.toString());
        }
        throw new Unbuildable("class " + declaredIn + " shows no method " + name);
    }

    private static void open(Executable member) throws Unbuildable {
        try {
            member.setAccessible(true);
        } catch (RuntimeException problem) {
            throw new Unbuildable(problem.toString());
        }
    }

    private static Object onUnsafe(String name, Class<?>[] types, Object... arguments) throws Throwable {
        try {
            return unsafe.getClass().getMethod(name, types).invoke(unsafe, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof ExceptionInInitializerError) {
                throw thrown.getCause();
            }
            throw new Unbuildable(thrown.getCause().toString());
        }
    }

    private static Object unsafe() {
        try {
            return Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
        } catch (ReflectiveOperationException problem) {
            throw new IllegalStateException("run me with @OPENS@", problem);
        }
    }
}
