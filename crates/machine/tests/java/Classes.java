public class Classes {
    interface I {} static class A implements I {} static class B extends A {}
    static class Outer { class Inner {} static class Nested { } }
    public static void main(String[] args) throws Exception {
        Class<?>[] cs = {String.class, int.class, int[].class, String[][].class, Outer.Inner.class, Outer.Nested.class, Runnable.class, void.class, Object.class, new Object() {}.getClass(), java.util.Map.Entry.class};
        for (Class<?> c : cs) System.out.println(c.getName() + "|" + c.getSimpleName() + "|" + c.isArray() + c.isInterface() + c.isPrimitive() + "|" + c.getComponentType() + "|" + c.getSuperclass() + "|" + c + "|" + c.getPackageName() + "|" + c.getTypeName());
        B b = new B();
        System.out.println(A.class.isInstance(b) + " " + A.class.isAssignableFrom(B.class) + B.class.isAssignableFrom(A.class) + I.class.isInstance(b) + A.class.isInstance(null) + (b.getClass() == B.class) + Object[].class.isAssignableFrom(String[].class) + int.class.isAssignableFrom(Integer.class));
        System.out.println(Class.forName("java.lang.String") == String.class); System.out.println(A.class.cast(b) == b);
        try { B.class.cast(new A()); } catch (ClassCastException e) { System.out.println("cce"); }
        class Local {} System.out.println(new Local().getClass().getSimpleName() + Integer.TYPE + " " + b.getClass().getInterfaces().length + A.class.getInterfaces()[0]);
        Object array = java.lang.reflect.Array.newInstance(String.class, 3); System.out.println(array.getClass() + " " + java.lang.reflect.Array.getLength(array));
        System.out.println(java.lang.reflect.Modifier.toString(String.class.getModifiers()) + " " + A.class.hashCode() * 0 + Thread.currentThread().getName());
    }
}
