    private static final PrintStream out = System.out;

    public static void main(String[] arguments) {
        out.println("\n@PREFIX@\t" + result());
        out.flush();
        // Threads the program left behind must not keep the process alive.
        Runtime.getRuntime().halt(0);
    }

    /** What becomes of the call. */
    public static String result() {
        boolean called = false;
        try {
            build();
            called = true;
            call();
            return "returned";
        } catch (BrokenInvariant problem) {
            return "broken";
        } catch (Unbuildable problem) {
            return "unbuildable\t" + oneLine(problem.getMessage());
        } catch (Throwable problem) {
            // A class initialiser that fails while the input is built would fail in the call just so.
            boolean ofTheProgram = called || problem instanceof ExceptionInInitializerError;
            return ofTheProgram ? "threw" + describe(problem) : "unbuildable\t" + oneLine(problem.toString());
        }
    }

