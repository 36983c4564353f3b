// Files of the JDK in use are constants: how far one was read is known on each path by itself. Every other file is a reason.
// run: release
// args: --method JdkFiles.release
// verdict: proved
// run: positions
// args: --method JdkFiles.positions
// verdict: proved
// run: closed
// args: --method JdkFiles.closed
// verdict: proved
// run: kinds
// args: --method JdkFiles.kinds
// verdict: proved
// run: absent
// args: --method JdkFiles.absent
// verdict: proved
// run: wrongGuess
// args: --method JdkFiles.wrongGuess
// verdict: violated
// violation: AssertionError at wrongGuess:@wrong
// run: elsewhere
// args: --method JdkFiles.elsewhere
// verdict: inconclusive
// reason: the file /etc/hostname
// run: around
// args: --method JdkFiles.around
// verdict: inconclusive
// reason: /../
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

public class JdkFiles {
    static File file(String name) {
        return new File(System.getProperty("java.home"), name);
    }

    static void release() throws IOException {
        Properties release = new Properties();
        try (InputStream in = new FileInputStream(file("release"))) {
            release.load(in);
        }
        assert release.getProperty("JAVA_VERSION").equals('"' + System.getProperty("java.version") + '"');
    }

    static void positions(boolean isFirst) throws IOException {
        try (FileInputStream in = new FileInputStream(file("lib/tzdb.dat"))) {
            int all = in.available();
            if (isFirst) {
                assert in.read() == 1;
            } else {
                assert in.skip(3) == 3;
            }
            assert in.available() == all - (isFirst ? 1 : 3);
            assert in.read() == (isFirst ? 0 : 'T');
            byte[] rest = new byte[3];
            assert in.read(rest, 1, 2) == 2;
            assert rest[0] == 0 && rest[1] == (isFirst ? 4 : 'Z');
            assert in.readAllBytes().length == all - (isFirst ? 4 : 6);
            assert in.read() == -1;
        }
    }

    static void closed() throws IOException {
        FileInputStream in = new FileInputStream(file("release"));
        in.close();
        try {
            in.read();
            assert false;
        } catch (IOException e) {
            assert e.getMessage().equals("Stream Closed");
        }
    }

    static void kinds() {
        assert file("lib").isDirectory() && !file("lib").isFile();
        assert file("release").isFile() && file("release").canRead() && file("release").length() > 10;
        assert !file("no-such-file").exists();
    }

    static void absent() throws IOException {
        try {
            new FileInputStream(file("no-such-file"));
            assert false;
        } catch (FileNotFoundException e) {
            assert e.getMessage().endsWith("no-such-file (No such file or directory)");
        }
    }

    static void wrongGuess(boolean isThere) {
        assert file(isThere ? "lib" : "no-such-file").exists(); // @wrong
    }

    static void elsewhere() {
        assert new File("/etc/hostname").exists();
    }

    static void around() {
        assert file("../hostname").exists();
    }
}
