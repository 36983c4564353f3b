import java.util.concurrent.ConcurrentHashMap;

/** What a program asks of the machine around it. */
public class Environment {
    public static void main(String[] arguments) throws Exception {
        System.gc();
        Thread current = Thread.currentThread();
        System.out.println(current.getName() + " " + current.isAlive() + " " + current.isInterrupted() + " " + current.getPriority() + " " + Thread.holdsLock(current));
        Thread.yield();
        Thread.onSpinWait();
        Thread.sleep(0);
        Thread.sleep(1, 1);
        current.interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        Object monitor = new Object();
        synchronized (monitor) {
            System.out.println(Thread.holdsLock(monitor));
            monitor.wait(1);
        }
        // All of one hash: bins become trees.
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(256);
        for (int i = 0; i < 16; i++) {
            map.put(colliding(i), i);
        }
        System.out.println(map.size() + " " + map.get(colliding(9)) + " " + map.get("none"));
        System.setErr(System.out);
        System.err.println("redirected");
        System.setIn(new java.io.ByteArrayInputStream(new byte[] {65, 66}));
        System.out.println(System.in.read() + " " + System.in.read() + " " + System.in.read());
        System.out.println(new String(new StringBuilder("built")) + new String(new StringBuffer("buffered")) + new StringBuilder((CharSequence) "sequence"));
        System.setProperty("some.name", "value");
        System.out.println(System.getProperty("some.name") + " " + System.clearProperty("some.name") + " " + System.getProperty("some.name"));
        System.setProperties(System.getProperties());
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        System.out.println(loader.loadClass("Environment") == Environment.class);
        System.out.println(java.lang.invoke.MethodHandles.publicLookup() != null);
        Runtime.getRuntime().exit(7);
    }

    static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 4; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }
}
