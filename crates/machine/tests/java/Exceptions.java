public class Exceptions {
    static class Mine extends Exception { final int code; Mine(String m, int c, Throwable cause) { super(m, cause); code = c; } }
    static class Quiet extends RuntimeException { Quiet() { super("quiet", null, false, false); } @Override public synchronized Throwable fillInStackTrace() { return this; } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() throws Mine { System.out.println("close " + n); if (n.equals("bad")) throw new Mine("closing", 1, null); } }
    static int f(int n) { try { if (n == 0) throw new IllegalStateException("zero"); return n; } catch (IllegalStateException e) { return -1; } finally { System.out.print("f" + n + " "); } }
    @SuppressWarnings("finally") static int g() { try { throw new RuntimeException(); } finally { return 5; } }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static int forever(int n) { return forever(n + 1) + 1; }
    static class Bad { static int x = 1 / (Bad.class.getName().length() - Bad.class.getName().length()); }
    public static void main(String[] args) throws Exception {
        System.out.println(f(0) + " " + f(3) + " " + g() + depth(500));
        try { try { throw new Mine("outer", 7, new RuntimeException("inner")); } finally { System.out.println("fin"); } } catch (Mine e) { System.out.println(e.getMessage() + e.code + e.getCause().getMessage() + " " + e); }
        try (Res a = new Res("a"); Res b = new Res("bad")) { System.out.println("body"); throw new IllegalArgumentException("main"); } catch (Exception e) { System.out.println(e + " suppressed " + e.getSuppressed().length + e.getSuppressed()[0].getMessage()); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println("cce"); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { int[] a = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { Object[] a = new String[1]; a[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { String s = null; s.length(); } catch (NullPointerException e) { System.out.println("npe"); }
        try { throw null; } catch (NullPointerException e) { System.out.println("npe2"); }
        try { forever(0); } catch (StackOverflowError e) { System.out.println("so " + e.getMessage()); }
        try { throw new Quiet(); } catch (Quiet e) { System.out.println(e); }
        try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        try { System.out.println(Bad.x); } catch (NoClassDefFoundError e) { System.out.println("ncdfe"); }
        try { assert args.length > 5 : "few"; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { throw new Error("e", new Exception("c")); } catch (Throwable t) { System.out.println(t + " " + t.getCause()); }
        try { java.util.Objects.requireNonNull(null, "must"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Object x = new Object(); x.notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
        new RuntimeException("trace").printStackTrace();
        l: for (int i = 0; ; i++) { try { if (i == 2) break l; continue l; } finally { System.out.print("i" + i); } }
        System.out.println();
        throw new Mine("the end", 3, null);
    }
}
