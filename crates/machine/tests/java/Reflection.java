import java.lang.reflect.*;
import java.util.*;
public class Reflection {
  public static class P { public int x = 3; private long y = 4; static String s = "st"; final int k = 9; protected double d = 1.5; public P() {} public P(int a, String b) throws java.io.IOException { x = a; s = b; if (a < 0) throw new IllegalStateException("neg"); }
    public int add(int a, long b) { return (int) (x + a + b); } private String hid(char c) { return "h" + c; } static boolean st(Object[] o) { return o.length > 1; } public void boom() { throw new IllegalArgumentException("boom"); } }
  public static class Q extends P { @Override public int add(int a, long b) { return -1; } public <T extends Comparable<T>> T gen(T t, List<String> l) throws java.io.IOException { return t; } }
  interface I { default int seven() { return 7; } }
  public static class R implements I { private R() {} }
  enum E { A, B }
  record Rec(int a, String b) {}
  static abstract class Abs { public Abs() {} }
  static void p(Object o) { System.out.println(o); }
  public static void main(String[] args) throws Exception {
    Method add = P.class.getMethod("add", int.class, long.class);
    p(add); p(add.getName()); p(add.getReturnType()); p(Arrays.toString(add.getParameterTypes())); p(Modifier.toString(add.getModifiers()));
    p(add.invoke(new P(), 4, 5L)); p(add.invoke(new Q(), 4, 5L)); p(add.invoke(new P(), (short) 4, 5));
    Method hid = P.class.getDeclaredMethod("hid", char.class); hid.setAccessible(true); p(hid.invoke(new P(), 'c'));
    Method st = P.class.getDeclaredMethod("st", Object[].class); p(st.invoke(null, (Object) new Object[] {1, 2}));
    try { add.invoke(new P(), 1); } catch (IllegalArgumentException e) { p("iae"); }
    try { add.invoke("no", 1, 2L); } catch (IllegalArgumentException e) { p("iae2"); }
    try { add.invoke(new P(), "x", 2L); } catch (IllegalArgumentException e) { p("iae3"); }
    try { add.invoke(null, 1, 2L); } catch (NullPointerException e) { p("npe"); }
    try { P.class.getMethod("boom").invoke(new P()); } catch (InvocationTargetException e) { p(e.getCause()); p(e.getTargetException().getMessage()); }
    try { P.class.getMethod("none"); } catch (NoSuchMethodException e) { p(e.getMessage()); }
    Constructor<P> c = P.class.getConstructor(int.class, String.class); p(c); P made = c.newInstance(8, "zz"); p(made.x + P.s);
    try { c.newInstance(-1, "q"); } catch (InvocationTargetException e) { p(e.getCause()); }
    p(Arrays.toString(c.getExceptionTypes()));
    p(P.class.getDeclaredConstructor().newInstance().x);
    p(((P) Class.forName("Reflection$P").newInstance()).x);
    Constructor<R> rc = R.class.getDeclaredConstructor(); rc.setAccessible(true); p(rc.newInstance().seven());
    p(I.class.getDeclaredMethod("seven").invoke(rc.newInstance()));
    try { Abs.class.getConstructor().newInstance(); } catch (InstantiationException e) { p("inst"); }
    for (Field f : P.class.getDeclaredFields()) { f.setAccessible(true); p(f + " " + f.getType() + " " + f.getName()); p(f.get(new P())); }
    Field x = P.class.getField("x"); P o = new P(); x.setInt(o, 12); p(o.x); x.set(o, 13); p(x.getInt(o)); p(x.getLong(o)); p(x.getDouble(o));
    try { x.getByte(o); } catch (IllegalArgumentException e) { p("iae4"); }
    try { x.set(o, "s"); } catch (IllegalArgumentException e) { p("iae5"); }
    Field y = P.class.getDeclaredField("y"); y.setAccessible(true); y.set(o, 77L); p(y.get(o)); y.setLong(o, 5); p(y.getLong(o)); y.setInt(o, 6); p(y.get(o));
    Field s = P.class.getDeclaredField("s"); s.set(null, "new"); p(P.s + s.get(null));
    p(E.class.getDeclaredField("A").get(null)); p(E.class.getDeclaredField("A").isEnumConstant());
    p(x.equals(P.class.getField("x"))); p(x.hashCode() == P.class.getField("x").hashCode()); p(add.equals(P.class.getMethod("add", int.class, long.class)));
    Method gen = Q.class.getMethod("gen", Comparable.class, List.class); p(gen); p(gen.invoke(new Q(), "g", null));
    p(P.class.getConstructors().length); p(Q.class.getDeclaredConstructors().length); p(P.class.getFields().length);
    p(Rec.class.getDeclaredMethod("a").invoke(new Rec(5, "r")));
    try { P.class.getDeclaredField("zzz"); } catch (NoSuchFieldException e) { p(e.getMessage()); }
    p(Runnable.class.getDeclaredMethods().length + Runnable.class.getDeclaredMethods()[0].getName());
    p(String.class.getMethod("length").invoke("four")); p(Integer.class.getMethod("valueOf", int.class).invoke(null, 5));
    p(new int[0].getClass().getComponentType()); p(gen.getParameterCount()); p(gen.isVarArgs()); p(gen.isBridge()); p(gen.isDefault());
    class Local {} p(Local.class.getEnclosingMethod()); p(new Object() {}.getClass().getEnclosingClass()); p(P.class.getEnclosingClass());
    try { Others.Parent.class.getDeclaredField("secret").get(new Others.Parent()); } catch (IllegalAccessException e) { p("private"); }
    try { Others.Parent.class.getDeclaredMethod("hidden").invoke(new Others.Parent()); } catch (IllegalAccessException e) { p("private method"); }
    try { Others.Parent.class.getDeclaredConstructor(int.class).newInstance(1); } catch (IllegalAccessException e) { p("private constructor"); }
    try { Others.Parent.class.getDeclaredField("secret").get(null); } catch (NullPointerException e) { p("no receiver"); }
    p(Others.Parent.class.getDeclaredField("open").get(new Others.Parent()));
  }
}
class Others { static class Parent { private int secret = 1; protected int open = 2; Parent() {} private Parent(int x) {} private void hidden() {} } }
