import java.io.StringWriter;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Compiles many independent groups of sources in one JVM. Each line of the job file: output folder, tab, sources. */
public class Compile {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] parts = line.split("\t");
            Path output = Path.of(parts[0]);
            Files.createDirectories(output);
            List<String> sources = Arrays.asList(parts).subList(1, parts.length);
            StringWriter messages = new StringWriter();
            List<String> options = List.of("-d", output.toString(), "-g", "-nowarn", "-Xlint:none", "-proc:none",
                "-encoding", "UTF-8");
            boolean ok = compiler.getTask(messages, files, null, options, null,
                files.getJavaFileObjectsFromStrings(sources)).call();
            if (!ok) {
                Files.writeString(Path.of(parts[0] + ".errors"), messages.toString());
            }
        }
    }
}
