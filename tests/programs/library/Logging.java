// Loggers as most programs have them: a static field, levels, messages, a handler of the program's own.
// run: levels
// args: --method Logging.levels
// verdict: proved
// run: handler
// args: --method Logging.handler
// verdict: violated
// violation: AssertionError at handler:@seen
// run: supplier
// args: --method Logging.supplier --string-length 2
// verdict: violated
// violation: NullPointerException at lambda$supplier$1:@supplier
// run: time
// args: --method Logging.time
// verdict: inconclusive
// reason: LogRecord.getMillis
// run: root
// args: --method Logging.root
// verdict: inconclusive
// reason: Logger.getHandlers
// run: text
// args: --method Logging.text
// verdict: inconclusive
// reason: Logger.getHandlers
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class Logging {
    private static final Logger LOG = Logger.getLogger(Logging.class.getName());
    static int seen;

    static void levels(int x) {
        assert LOG.isLoggable(Level.INFO) && !LOG.isLoggable(Level.FINE);
        assert LOG.getName().equals("Logging") && LOG.getLevel() == null && LOG.getHandlers().length == 0;
        LOG.info("x = " + x);
        LOG.fine(() -> "never asked for");
        LOG.log(Level.SEVERE, "message", new RuntimeException());
        assert Logger.getLogger("Logging") == LOG;
        LOG.setLevel(Level.FINEST);
        assert LOG.isLoggable(Level.FINER);
    }

    static void handler(int x) {
        Logger logger = Logger.getLogger("other");
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                seen++;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        logger.setUseParentHandlers(false);
        if (x > 0) {
            logger.warning("positive");
        }
        logger.fine("not published");
        assert seen == 0; // @seen
    }

    static void supplier(String s) {
        LOG.info(() -> s.trim()); // @supplier
    }

    static void time() {
        assert new LogRecord(Level.INFO, "now").getMillis() > 0;
    }

    /** The handler of the console asks for the text. */
    static void text() {
        LOG.log(Level.WARNING, "{0}", new Object() {
            @Override
            public String toString() {
                seen++;
                return "seen";
            }
        });
        assert seen == 0;
    }

    static void root() {
        assert Logger.getLogger("").getHandlers().length == 0;
    }
}
