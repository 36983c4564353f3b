// System properties are those of the JDK in use: constants, the same for all inputs. What this JDK does not set is not set,
// until the program sets it. Which object a property's value is, nobody knows.
// run: constants
// args: --method SystemProperties.constants
// verdict: proved
// run: notSet
// args: --method SystemProperties.notSet
// verdict: proved
// run: settings
// args: --method SystemProperties.settings
// verdict: proved
// run: changes
// args: --method SystemProperties.changes
// verdict: proved
// run: all
// args: --method SystemProperties.all
// verdict: proved
// run: wrongGuess
// args: --method SystemProperties.wrongGuess
// verdict: violated
// violation: AssertionError at wrongGuess:@wrong
// run: refused
// args: --method SystemProperties.refused
// verdict: proved
// run: identity
// args: --method SystemProperties.identity
// verdict: inconclusive
// reason: the identity of a string
// run: classPath
// args: --method SystemProperties.classPath
// verdict: proved
// run: lookIntoClassPath
// args: --method SystemProperties.lookIntoClassPath
// verdict: inconclusive
// reason: looking at text
// run: environment
// args: --method SystemProperties.environment
// verdict: inconclusive
// reason: environment variable LAZULI_NO_SUCH_VARIABLE
public class SystemProperties {
    static void constants() {
        assert Integer.parseInt(System.getProperty("java.specification.version")) >= 17;
        assert System.getProperty("java.version").startsWith(System.getProperty("java.specification.version"));
        assert System.getProperty("java.home").startsWith(System.getProperty("file.separator"));
        assert System.getProperty("os.name").equals("Linux");
        assert System.getProperty("line.separator").equals(System.lineSeparator());
        assert !System.getProperty("user.dir").isEmpty();
        assert !System.getProperty("java.io.tmpdir").isEmpty();
        assert new java.io.File(System.getProperty("user.dir"), "x").getName().equals("x");
    }

    static void notSet() {
        assert System.getProperty("lazuli.no.such.property") == null;
        assert System.getProperty("lazuli.no.such.property", "default") == "default";
    }

    static void settings(int x) {
        assert Integer.getInteger("lazuli.no.such.property", 7) == 7;
        assert Long.getLong("lazuli.no.such.property") == null;
        assert !Boolean.getBoolean("lazuli.no.such.property");
    }

    static void changes(int x) {
        assert System.setProperty("lazuli.test", "one") == null;
        assert System.getProperty("lazuli.test").equals("one");
        assert System.setProperty("lazuli.test", x > 0 ? "7" : "8").equals("one");
        assert Integer.getInteger("lazuli.test") == (x > 0 ? 7 : 8);
        assert System.clearProperty("lazuli.test") != null;
        assert System.getProperty("lazuli.test") == null;
        assert System.getProperty("os.name").equals("Linux");
    }

    static void all() {
        assert System.getProperties().getProperty("os.name").equals("Linux");
        assert System.getProperties().containsKey("java.class.path");
        assert System.getProperty("java.home").equals(System.getProperties().get("java.home"));
    }

    static void wrongGuess() {
        assert System.getProperty("java.vm.specification.name").isEmpty(); // @wrong
    }

    static void refused() {
        try {
            System.getProperty("");
            assert false;
        } catch (IllegalArgumentException e) {
            assert e != null;
        }
        try {
            System.getProperty(null);
            assert false;
        } catch (NullPointerException e) {
            assert e != null;
        }
    }

    static void identity() {
        assert System.getProperty("java.version") != System.getProperty("java.specification.version");
    }

    static void classPath() {
        assert System.getProperty("java.class.path") != null;
    }

    static void lookIntoClassPath() {
        assert !System.getProperty("java.class.path").equals("/nowhere");
    }

    static void environment() {
        assert System.getenv("LAZULI_NO_SUCH_VARIABLE") == null;
    }
}
