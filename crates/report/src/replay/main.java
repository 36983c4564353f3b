    private static final PrintStream out = System.out;

    public static void main(String[] arguments) {
        String result;
        boolean called = false;
        try {
            build();
            called = true;
            call();
            result = "returned";
        } catch (BrokenInvariant problem) {
            result = "broken";
        } catch (Unbuildable problem) {
            result = "unbuildable\t" + oneLine(problem.getMessage());
        } catch (Throwable problem) {
            // A class initialiser that fails while the input is built would fail in the call just so.
            boolean ofTheProgram = called || problem instanceof ExceptionInInitializerError;
            result = ofTheProgram ? "threw" + describe(problem) : "unbuildable\t" + oneLine(problem.toString());
        }
        out.println("\n@PREFIX@\t" + result);
        out.flush();
        // Threads the program left behind must not keep the process alive.
        Runtime.getRuntime().halt(0);
    }

