public class UserNames {
    static int called;
    static void registerNatives() { called++; }
    void initIDs() { called += 10; }
    static class Thread0 { static Thread0 currentThread() { return null; } }
    interface Named { String name(); }
    static <T extends Exception> void sneaky(Exception e) throws T { @SuppressWarnings("unchecked") T t = (T) e; throw t; }
    static class Deep extends RuntimeException { Deep(int n) { super("deep" + n, n > 0 ? new Deep(n - 1) : null); } }
    public static void main(String[] args) throws Exception {
        registerNatives();
        new UserNames().initIDs();
        System.out.println(called + " " + Thread0.currentThread());
        Thread t = Thread.currentThread();
        System.out.println(t.getState() + " " + t.isAlive() + t.isDaemon() + (t == Thread.currentThread()));
        try { UserNames.<RuntimeException>sneaky(new java.io.IOException("sneaked")); } catch (Exception e) { System.out.println(e); }
        Throwable d = new Deep(3); int n = 0; while (d != null) { n++; d = d.getCause(); } System.out.println(n);
        new Deep(2).printStackTrace();
        int[] a = {3, 1, 2}; System.arraycopy(a, 0, a, 0, 3); System.out.println(a[0] + a[2]);
        java.lang.reflect.Field f = UserNames.class.getDeclaredField("called"); System.out.println(f.getName() + " " + f.getType() + f.getModifiers());
        try { UserNames.class.getDeclaredField("nope"); } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
        Object lock = new Object(); synchronized (lock) { try { synchronized (lock) { throw new IllegalStateException("x"); } } catch (IllegalStateException e) { System.out.println(Thread.holdsLock(lock)); } }
        StringBuilder sb = new StringBuilder(); for (String s : new String[]{"x", null}) { sb.append(s); } System.out.println(sb);
        System.out.println(Integer.toString(Integer.MIN_VALUE, 2) + Integer.toOctalString(-8) + Integer.compareUnsigned(-1, 1) + Integer.signum(-9) + Integer.highestOneBit(100) + Integer.rotateLeft(1, 33) + Long.bitCount(-1L) + Character.reverseBytes('a') + Short.toUnsignedInt((short) -1) + Byte.toUnsignedInt((byte) -1) + Integer.MAX_VALUE + Long.reverse(1) + Integer.parseInt("-7f", 16) + Short.parseShort("-5") + Byte.decode("#7f") + Double.valueOf("1e2") + Float.MAX_VALUE + Double.isInfinite(1 / 0.0) + Double.toString(1e-7) + 100.0f / 3 + 1e23 + 2e-3f);
        System.exit(called);
    }
}
