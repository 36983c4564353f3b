import java.io.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

/**
 * Runs the main methods of many programs in one JVM, each with its own class loader and captured standard output.
 * Arguments: folder of class files, folder for results, file with one class name a line. For each program it writes
 * Name.out (what it printed) and Name.end (empty, or the uncaught exception as Throwable.toString shows it).
 */
public class RunAll {
    static final long LIMIT_MS = 10_000;

    public static void main(String[] args) throws Exception {
        URL[] path = { Path.of(args[0]).toUri().toURL() };
        Path results = Path.of(args[1]);
        for (String name : Files.readAllLines(Path.of(args[2]))) {
            ByteArrayOutputStream captured = new ByteArrayOutputStream();
            String[] end = { "" };
            PrintStream original = System.out;
            System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
            Thread thread = new Thread(null, () -> end[0] = run(path, name), "main", 64 << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(LIMIT_MS);
            System.out.flush();
            System.setOut(original);
            if (thread.isAlive()) {
                System.err.println(name + " did not end within " + LIMIT_MS + " ms");
                Runtime.getRuntime().halt(3);
            }
            Files.write(results.resolve(name + ".out"), captured.toByteArray());
            Files.writeString(results.resolve(name + ".end"), end[0]);
        }
    }

    static String run(URL[] path, String name) {
        try (URLClassLoader loader = new URLClassLoader(path)) {
            Method main = Class.forName(name, true, loader).getMethod("main", String[].class);
            main.invoke(null, (Object) new String[0]);
            return "";
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().toString();
        } catch (Throwable thrown) {
            return thrown.toString();
        }
    }
}
