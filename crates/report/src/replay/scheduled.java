    // ---- Two processes run this class: the one that was started is the controller; it starts the other, which calls the
    // ---- entry, and makes the threads there follow the schedule through the debugger interface.

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length == 0) {
            schedule();
            System.exit(new Controller().control());
        }
        obey();
        boolean called = false;
        try {
            build();
            results.print("\n@CALLED@\n");
            called = true;
            ready();
            call();
        } catch (BrokenInvariant problem) {
            fail("broken");
        } catch (Unbuildable problem) {
            finish("unbuildable\t" + oneLine(problem.getMessage()));
        } catch (Throwable problem) {
            // A class initialiser that fails while the input is built would fail in the call just so.
            if (!called && !(problem instanceof ExceptionInInitializerError)) {
                finish("unbuildable\t" + oneLine(problem.toString()));
            }
            fail("threw" + describe(problem));
        }
        // This thread ends here, as it would without a driver; watch() ends the process.
    }

    /** The input is there, the entry is called next: the controller stops the caller here. */
    private static void ready() {
    }

    /** Not System.out, whose lock a thread of the program may hold for ever. */
    private static final PrintStream results = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    /** The schedule is over, and all threads run on as they like. */
    private static volatile boolean free;
    /** When an exception was last seen that nothing catches; 0 is never. */
    private static volatile long failed;

    /** Do what the controller says, and end with it. */
    private static void obey() {
        InputStream controller = System.in;
        System.setIn(InputStream.nullInputStream());
        ThreadGroup program = Thread.currentThread().getThreadGroup();
        ThreadGroup system = program.getParent() == null ? program : program.getParent();
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> fail("threw" + describe(problem)));
        Thread guard = new Thread(system, () -> {
            try {
                free = controller.read() >= 0;
                while (controller.read() >= 0) {
                    continue;
                }
            } catch (IOException gone) {
                // As good as the end of the stream.
            }
            Runtime.getRuntime().halt(1);
        }, "lazuli-guard");
        guard.setDaemon(true);
        guard.start();
        // Not a daemon: the process must not end before it has said how.
        new Thread(system, () -> watch(program), "lazuli-watch").start();
    }

    private static void fail(String result) {
        say(result);
        failed = System.nanoTime();
    }

    private static synchronized void say(String result) {
        // In one piece, for other threads may be printing.
        results.print("\n@PREFIX@\t" + result + "\n");
    }

    private static void finish(String result) {
        say(result);
        Runtime.getRuntime().halt(0);
    }

    private static final long MILLISECOND = 1_000_000L;
    /** So long must nothing move to be called a deadlock. */
    private static final long STILL = 500 * MILLISECOND;
    /** So long may other threads go on after an exception. */
    private static final long AFTERMATH = 2_000 * MILLISECOND;
    /** So long may threads run freely. */
    private static final long FREE = 5_000 * MILLISECOND;

    /** Says how the program ends, once its threads run freely. */
    private static void watch(ThreadGroup program) {
        while (!free) {
            Thread asked = suspect;
            if (asked != null) {
                suspectAwaitsClass = awaitClasses(List.of(asked));
                suspect = null;
            }
            pause();
        }
        long start = System.nanoTime();
        long lastMove = start;
        long lastLook = start;
        boolean seemToRun = true;
        while (true) {
            pause();
            long now = System.nanoTime();
            boolean goesOn = false;
            boolean moves = false;
            List<Thread> running = new ArrayList<>();
            for (Thread thread : alive(program)) {
                Thread.State state = thread.getState();
                goesOn |= !thread.isDaemon();
                if (state == Thread.State.RUNNABLE) {
                    running.add(thread);
                } else {
                    moves |= state != Thread.State.BLOCKED && state != Thread.State.WAITING;
                }
            }
            if (!moves && !running.isEmpty() && now - lastLook > STILL / 2) {
                seemToRun = !awaitClasses(running);
                lastLook = now;
            }
            lastMove = moves || !running.isEmpty() && seemToRun ? now : lastMove;
            if (!goesOn && failed == 0) {
                finish("returned");
            } else if (!goesOn) {
                Runtime.getRuntime().halt(0);
            } else if (now - lastMove > STILL && awaitClasses(running)) {
                finish("deadlock");
            } else if (failed != 0 && now - Math.max(start, failed) > AFTERMATH) {
                Runtime.getRuntime().halt(0);
            } else if (now - start > FREE) {
                finish("running");
            }
        }
    }

    /** A thread of which the controller wants to know whether it waits for a class, and the answer once this is null again. */
    private static volatile Thread suspect;
    private static volatile boolean suspectAwaitsClass;

    /** Whether all these wait until another thread has initialised a class. They are called runnable; only a dump tells. */
    @SuppressWarnings("deprecation")
    private static boolean awaitClasses(List<Thread> threads) {
        if (threads.isEmpty()) {
            return true;
        }
        String dump;
        try {
            dump = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "threadPrint",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
        } catch (Exception problem) {
            return false;
        }
        for (Thread thread : threads) {
            String header = "\"" + thread.getName() + "\" #" + thread.getId() + " ";
            boolean awaits = false;
            for (String part : dump.split("\n\n")) {
                awaits |= part.startsWith(header) && part.contains("waiting on the Class initialization monitor");
            }
            if (!awaits) {
                return false;
            }
        }
        return true;
    }

    private static List<Thread> alive(ThreadGroup program) {
        Thread[] threads = new Thread[64];
        int count = program.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * count];
            count = program.enumerate(threads);
        }
        List<Thread> alive = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // What the JVM waits with for the others after main has returned is no thread of the program.
            if (threads[i].isAlive() && !threads[i].getName().equals("DestroyJavaVM")) {
                alive.add(threads[i]);
            }
        }
        return alive;
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException problem) {
            throw new IllegalStateException("nobody interrupts this thread", problem);
        }
    }

