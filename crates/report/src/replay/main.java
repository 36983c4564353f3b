    private static final PrintStream out = System.out;

    public static void main(String[] arguments) {
        String result = result(() -> {
            out.println("\n@CALLED@");
            out.flush();
        });
        out.println("\n@PREFIX@\t" + result);
        out.flush();
        // Threads the program left behind must not keep the process alive.
        Runtime.getRuntime().halt(0);
    }

    /** What becomes of the call, which is announced. */
    public static String result(Runnable announce) {
        boolean called = false;
        try {
            build();
            announce.run();
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

    /** Says where the call is once it has taken a second, and ends the JVM. */
    private static void watch() {
        Thread caller = Thread.currentThread();
        Thread watcher = new Thread(() -> {
            try {
                Thread.sleep(1000);
                StackTraceElement[] first = caller.getStackTrace();
                Thread.sleep(200);
                StackTraceElement[] second = caller.getStackTrace();
                // What the loop calls comes and goes; the activations that stay are those it is in.
                int common = 0;
                while (common < first.length && common < second.length
                        && isSameMethod(first[first.length - 1 - common], second[second.length - 1 - common])) {
                    common++;
                }
                StringBuilder text = new StringBuilder();
                for (int i = second.length - common; i < second.length && text.length() < 10000; i++) {
                    text.append("\tat ").append(second[i].getClassName()).append('.').append(second[i].getMethodName());
                    text.append(':').append(Math.max(0, second[i].getLineNumber()));
                }
                out.println("\n@PREFIX@\tlooping" + text);
                out.flush();
                Runtime.getRuntime().halt(0);
            } catch (InterruptedException problem) {
                // Nobody interrupts it but the program, which then says what happens.
            }
        });
        watcher.setDaemon(true);
        watcher.start();
    }

    private static boolean isSameMethod(StackTraceElement one, StackTraceElement other) {
        return one.getClassName().equals(other.getClassName()) && one.getMethodName().equals(other.getMethodName());
    }

