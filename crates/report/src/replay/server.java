package @PACKAGE@;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * Runs one driver after the other, each with classes of its own: nothing static of the program under test survives. A request
 * is a count and that many strings: the script, then the class path. What a run may have left behind in the JVM itself is put back;
 * where that cannot be done the answer says so, and nobody asks again.
 */
public final class Server {
    private Server() {
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        DataInputStream requests = new DataInputStream(System.in);
        World world = new World();
        while (true) {
            String[] request = read(requests);
            if (request == null) {
                Runtime.getRuntime().halt(0);
            }
            world.restore();
            System.setProperty("@SCRIPT@", request[0]);
            String result = run(request, answers);
            // Those of the JVM itself are in another group.
            int threads = Thread.currentThread().getThreadGroup().enumerate(new Thread[2]);
            answers.print("\n@PREFIX@\t" + result + "\n@NEXT@\t" + (threads == 1 ? "@CLEAN@" : "left threads") + "\n");
            answers.flush();
        }
    }

    private static String[] read(DataInputStream requests) throws IOException {
        try {
            String[] request = new String[requests.readInt()];
            for (int i = 0; i < request.length; i++) {
                request[i] = new String(requests.readNBytes(requests.readInt()), StandardCharsets.UTF_8);
            }
            return request;
        } catch (EOFException nobodyAsks) {
            return null;
        }
    }

    private static String run(String[] request, PrintStream answers) throws Exception {
        URL[] classPath = new URL[request.length - 1];
        for (int i = 0; i < classPath.length; i++) {
            classPath[i] = Paths.get(request[i + 1]).toUri().toURL();
        }
        String[] result = {"unbuildable\tthe driver did not end"};
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            loader.setDefaultAssertionStatus(true);
            Thread thread = new Thread(() -> result[0] = drive(loader, answers), "main");
            thread.setContextClassLoader(loader);
            thread.start();
            thread.join();
        }
        return result[0];
    }

    private static String drive(ClassLoader loader, PrintStream answers) {
        try {
            Runnable announce = () -> {
                answers.print("\n@CALLED@\n");
                answers.flush();
            };
            Class<?> driver = Class.forName("@DRIVER@", true, loader);
            return (String) driver.getMethod("result", Runnable.class).invoke(null, announce);
        } catch (ReflectiveOperationException | LinkageError problem) {
            return "unbuildable\t" + problem;
        }
    }

    /** What a program can change for all that run after it in the same JVM. */
    private static final class World {
        private final Properties properties = (Properties) System.getProperties().clone();
        private final Locale locale = Locale.getDefault();
        private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
        private final TimeZone zone = TimeZone.getDefault();

        void restore() {
            System.setProperties((Properties) properties.clone());
            Locale.setDefault(locale);
            Locale.setDefault(Locale.Category.DISPLAY, display);
            Locale.setDefault(Locale.Category.FORMAT, format);
            TimeZone.setDefault(zone);
            Thread.setDefaultUncaughtExceptionHandler(null);
            System.setIn(InputStream.nullInputStream());
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        }
    }
}
