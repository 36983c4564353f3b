package gov.nasa.jpf.util.test;

/**
 * What a test of Java PathFinder inherits, as far as its own code is concerned: it is always inside of the verifier.
 */
public abstract class TestJPF {
    public static boolean isJPFRun() {
        return true;
    }

    public static boolean isJUnitRun() {
        return false;
    }

    protected static void runTestsOfThisClass(String[] methods) {
        throw new UnsupportedOperationException("tests are run one by one");
    }

    protected boolean verifyNoPropertyViolation(String... options) {
        return true;
    }

    protected boolean verifyAssertionError(String... options) {
        return true;
    }

    protected boolean verifyAssertionErrorDetails(String details, String... options) {
        return true;
    }

    protected boolean verifyUnhandledException(String exception, String... options) {
        return true;
    }

    protected boolean verifyUnhandledExceptionDetails(String exception, String details, String... options) {
        return true;
    }

    protected boolean verifyDeadlock(String... options) {
        return true;
    }

    public static void fail() {
        throw new AssertionError();
    }

    public static void fail(String message) {
        throw new AssertionError(message);
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            fail();
        }
    }

    public static void assertTrue(String message, boolean condition) {
        assertTrue(condition);
    }

    public static void assertFalse(boolean condition) {
        assertTrue(!condition);
    }

    public static void assertFalse(String message, boolean condition) {
        assertTrue(!condition);
    }

    public static void assertNull(Object object) {
        assertTrue(object == null);
    }

    public static void assertNull(String message, Object object) {
        assertTrue(object == null);
    }

    public static void assertNotNull(Object object) {
        assertTrue(object != null);
    }

    public static void assertNotNull(String message, Object object) {
        assertTrue(object != null);
    }

    public static void assertSame(Object expected, Object actual) {
        assertTrue(expected == actual);
    }

    public static void assertSame(String message, Object expected, Object actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        assertTrue(expected == null ? actual == null : expected.equals(actual));
    }

    public static void assertEquals(String message, Object expected, Object actual) {
        assertEquals(expected, actual);
    }

    public static void assertEquals(int expected, int actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(String message, int expected, int actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(long expected, long actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(String message, long expected, long actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(double expected, double actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(String message, double expected, double actual) {
        assertTrue(expected == actual);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        assertTrue(Math.abs(expected - actual) <= delta);
    }

    public static void assertEquals(String message, double expected, double actual, double delta) {
        assertTrue(Math.abs(expected - actual) <= delta);
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        assertTrue(java.util.Arrays.equals(expected, actual));
    }
}
