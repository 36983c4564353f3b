    private static final List<Step> steps = new ArrayList<>();

    private static String entryType;
    private static String entryMethod;

    private static void entry(String type, String method) {
        entryType = type;
        entryMethod = method;
    }

    /** The thread goes on until it is about to execute this instruction for that many times. */
    private static void before(int thread, String from, String type, String method, String descriptor, int offset, int hits) {
        steps.add(new Step(thread, from, new Until(Goal.BEFORE, type, method, descriptor, offset, hits)));
    }

    private static void waits(int thread, String from) {
        steps.add(new Step(thread, from, new Until(Goal.WAITS, null, null, null, 0, 0)));
    }

    private static void ends(int thread, String from) {
        steps.add(new Step(thread, from, new Until(Goal.ENDS, null, null, null, 0, 0)));
    }

    private enum Goal { BEFORE, WAITS, ENDS }

    /** Where a step ends; the place only for BEFORE, the offset that of the instruction in the code of its method. */
    private record Until(Goal goal, String type, String method, String descriptor, int offset, int hits) {
        @Override
        public String toString() {
            switch (goal) {
                case BEFORE: return "get to " + type + "." + method + descriptor + " offset " + offset + ", time " + hits;
                case WAITS: return "wait";
                default: return "end";
            }
        }

        boolean isInLibrary() {
            return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
        }
    }

    /** What one thread does while the others stand still. Thread 0 calls the entry. */
    private record Step(int thread, String from, Until until) {
    }

    /** The schedule cannot be followed. */
    private static final class Left extends Exception {
        Left(String why) {
            super(why);
        }
    }

    private static final class Controller {
        /** Includes compiling, if this is run from its source. */
        private static final long START_LIMIT = 60_000 * MILLISECOND;
        private static final long STEP_LIMIT = 10_000 * MILLISECOND;

        private VirtualMachine machine;
        private EventRequestManager requests;
        private boolean isOver;
        /** The program's threads in the order in which they were started. */
        private final List<ThreadReference> threads = new ArrayList<>();
        /** Those of them that stand still. */
        private final Set<ThreadReference> held = new HashSet<>();
        /** Tells the starts of threads from other stops. */
        private final Set<EventRequest> startStops = new HashSet<>();

        /** The step that is being taken, what it needs to be noticed, and how far it is. */
        private Until until;
        private ThreadReference stepping;
        private final List<EventRequest> stops = new ArrayList<>();
        private int hits;
        private boolean hasArrived;
        private boolean beginsToWait;
        /** It was in Object.wait when the step began. */
        private boolean wasWaiting;
        /** When it was last asked whether the thread waits for a class. */
        private long lastQuestion;

        int control() throws Exception {
            ListeningConnector connector = null;
            for (ListeningConnector candidate : Bootstrap.virtualMachineManager().listeningConnectors()) {
                if (candidate.transport().name().equals("dt_socket")) {
                    connector = candidate;
                }
            }
            if (connector == null) {
                System.out.println("\n@PREFIX@\tuncontrolled\tthe JDK has no socket transport for debuggers");
                return 1;
            }
            Map<String, Connector.Argument> settings = connector.defaultArguments();
            settings.get("localAddress").setValue("127.0.0.1");
            settings.get("timeout").setValue("20000");
            String address = connector.startListening(settings);
            String port = address.substring(address.lastIndexOf(':') + 1);
            Process program = new ProcessBuilder(command(port))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            Runtime.getRuntime().addShutdownHook(new Thread(program::destroyForcibly));
            String left = null;
            try {
                machine = connector.accept(settings);
                connector.stopListening(settings);
                requests = machine.eventRequestManager();
                left = follow();
                machine.dispose();
            } catch (VMDisconnectedException ended) {
                // The program is over; what it said counts.
            } catch (IOException problem) {
                System.out.println("\n@PREFIX@\tuncontrolled\t" + oneLine(problem.toString()));
                return 1;
            }
            OutputStream free = program.getOutputStream();
            try {
                free.write('\n');
                free.flush();
            } catch (IOException gone) {
                // It has ended.
            }
            int status = program.waitFor();
            if (left != null) {
                System.out.println("\n@SCHEDULE_PREFIX@\t" + oneLine(left));
            }
            return status;
        }

        /** The same JVM, options and class path; from the source file if that is how this process was started. */
        private static List<String> command(String port) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.add("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port);
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
            CodeSource source = @NAME@.class.getProtectionDomain().getCodeSource();
            String path = source == null || source.getLocation() == null ? "" : source.getLocation().getPath();
            command.add(path.endsWith(".java") ? Path.of(URI.create("file://" + path)).toString() : "@TYPE@");
            command.add("program");
            return command;
        }

        /** Null, or where the schedule was left, and why. */
        private String follow() throws InterruptedException {
            int number = 0;
            try {
                holdCaller();
                take(new Step(0, "", new Until(Goal.BEFORE, "@TYPE@", "ready", "()V", 0, 1)), START_LIMIT);
                noticeThreads();
                for (Step step : steps) {
                    number++;
                    take(step, STEP_LIMIT);
                }
                return null;
            } catch (Left problem) {
                return number == 0 ? "before it began: " + problem.getMessage()
                    : "at step " + number + " of " + steps.size() + ": " + problem.getMessage();
            }
        }

        /** All threads stand still when a JVM starts for a debugger; only the first one is the program's. */
        private void holdCaller() throws InterruptedException {
            EventSet start = machine.eventQueue().remove();
            for (Event event : start) {
                if (event instanceof VMStartEvent) {
                    ThreadReference caller = ((VMStartEvent) event).thread();
                    threads.add(caller);
                    held.add(caller);
                    caller.suspend();
                }
            }
            start.resume();
        }

        /** From now on, new threads of the program get a number when they are started, and then stand still. */
        private void noticeThreads() {
            for (com.sun.jdi.Method method : machine.classesByName("java.lang.Thread").get(0).methodsByName("start")) {
                if (!method.isNative() && !method.isAbstract()) {
                    BreakpointRequest stop = stopAt(method.locationOfCodeIndex(0));
                    stop.enable();
                    startStops.add(stop);
                }
            }
            ThreadStartRequest request = requests.createThreadStartRequest();
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
        }

        private BreakpointRequest stopAt(Location location) {
            BreakpointRequest request = requests.createBreakpointRequest(location);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            return request;
        }

        private void stopStepAt(Location location, int hits) {
            BreakpointRequest request = stopAt(location);
            request.addThreadFilter(stepping);
            if (hits > 1) {
                request.addCountFilter(hits);
            }
            request.enable();
            stops.add(request);
        }

        private void take(Step step, long limit) throws Left, InterruptedException {
            boolean wasOver = isOver;
            try {
                if (!isOver) {
                    go(step, limit);
                }
            } catch (VMDisconnectedException ended) {
                // Whether this or an event tells first is chance.
                isOver = true;
            }
            // The end of the program is the end of its threads, too.
            if (wasOver || isOver && step.until().goal() != Goal.ENDS) {
                throw new Left("the program has ended");
            }
        }

        private void go(Step step, long limit) throws Left, InterruptedException {
            long deadline = System.nanoTime() + limit;
            if (step.thread() >= threads.size()) {
                throw new Left("thread " + step.thread() + " was not started");
            }
            stepping = threads.get(step.thread());
            while (!isOver && !held.contains(stepping)) {
                if (hasEnded(stepping) || System.nanoTime() > deadline) {
                    throw new Left("thread " + step.thread() + " has ended");
                }
                pump();
            }
            until = step.until();
            hits = 0;
            hasArrived = false;
            // A thread that waits already must be seen to begin anew.
            beginsToWait = until.goal() == Goal.WAITS && !waits(stepping);
            wasWaiting = stepping.status() == ThreadReference.THREAD_STATUS_WAIT;
            lastQuestion = System.nanoTime();
            prepare();
            held.remove(stepping);
            stepping.resume();
            while (!isDone()) {
                if (stepping.status() == ThreadReference.THREAD_STATUS_SLEEPING) {
                    // It goes on by itself.
                    deadline = System.nanoTime() + limit;
                } else if (System.nanoTime() > deadline) {
                    throw new Left("thread " + step.thread() + " did not " + until + ", " + status(stepping));
                }
                pump();
            }
            requests.deleteEventRequests(stops);
            stops.clear();
        }

        private void prepare() throws Left {
            if (until.goal() == Goal.BEFORE) {
                ClassPrepareRequest request = requests.createClassPrepareRequest();
                request.addClassFilter(until.type());
                request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                request.enable();
                stops.add(request);
                for (ReferenceType type : machine.classesByName(until.type())) {
                    stopIn(type);
                }
            } else if (until.goal() == Goal.WAITS && !beginsToWait) {
                MonitorWaitRequest request = requests.createMonitorWaitRequest();
                request.addThreadFilter(stepping);
                request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                request.enable();
                stops.add(request);
                for (ReferenceType type : machine.classesByName("java.util.concurrent.locks.LockSupport")) {
                    for (com.sun.jdi.Method method : type.methods()) {
                        if (method.name().startsWith("park")) {
                            stopStepAt(method.locationOfCodeIndex(0), 1);
                        }
                    }
                }
            }
        }

        /** A stop at the place of this step, in a class that is loaded. */
        private void stopIn(ReferenceType type) throws Left {
            if (!type.isPrepared()) {
                return;
            }
            for (com.sun.jdi.Method method : type.methodsByName(until.method(), until.descriptor())) {
                Location location = method.locationOfCodeIndex(until.offset());
                if (location == null) {
                    throw new Left(until.type() + "." + until.method() + " has no instruction " + until.offset());
                }
                // Stops in the library are counted here, for not all of them count.
                stopStepAt(location, until.isInLibrary() ? 1 : until.hits());
                return;
            }
            throw new Left(until.type() + " has no method " + until.method() + until.descriptor());
        }

        private boolean isDone() throws InterruptedException, Left {
            if (isOver) {
                return true;
            }
            switch (until.goal()) {
                case BEFORE:
                    if (hasEnded(stepping)) {
                        throw new Left("the thread did not " + until + ", it has ended");
                    }
                    return hasArrived;
                case WAITS:
                    if (hasEnded(stepping)) {
                        throw new Left("the thread did not wait, it has ended");
                    }
                    // Interrupted, it has left Object.wait and wants the monitor back.
                    beginsToWait |= wasWaiting && stepping.status() == ThreadReference.THREAD_STATUS_MONITOR;
                    if (awaitsClass()) {
                        stepping.suspend();
                        held.add(stepping);
                        return true;
                    }
                    if (!beginsToWait || !waits(stepping)) {
                        return false;
                    }
                    // It must not run ahead when others wake it. HotSpot gives no monitor to a suspended thread.
                    stepping.suspend();
                    if (!waits(stepping)) {
                        stepping.resume();
                        return false;
                    }
                    held.add(stepping);
                    return true;
                default:
                    return hasEnded(stepping);
            }
        }

        /** Whether it waits for another thread that initialises a class, which its status does not tell. Asked now and then. */
        private boolean awaitsClass() throws InterruptedException, Left {
            if (waits(stepping) || System.nanoTime() - lastQuestion < STILL / 2) {
                return false;
            }
            ClassType driver = (ClassType) machine.classesByName("@TYPE@").get(0);
            com.sun.jdi.Field suspect = driver.fieldByName("suspect");
            try {
                driver.setValue(suspect, stepping);
            } catch (InvalidTypeException | ClassNotLoadedException problem) {
                throw new IllegalStateException("a thread is a java.lang.Thread", problem);
            }
            while (!isOver && !hasEnded(stepping) && driver.getValue(suspect) != null) {
                pump();
            }
            lastQuestion = System.nanoTime();
            return !isOver && ((BooleanValue) driver.getValue(driver.fieldByName("suspectAwaitsClass"))).value();
        }

        private static boolean hasEnded(ThreadReference thread) {
            try {
                return thread.status() == ThreadReference.THREAD_STATUS_ZOMBIE;
            } catch (ObjectCollectedException gone) {
                return true;
            }
        }

        private static boolean waits(ThreadReference thread) {
            int status = thread.status();
            return status == ThreadReference.THREAD_STATUS_WAIT || status == ThreadReference.THREAD_STATUS_MONITOR;
        }

        private static String status(ThreadReference thread) {
            switch (thread.status()) {
                case ThreadReference.THREAD_STATUS_WAIT: return "it waits";
                case ThreadReference.THREAD_STATUS_MONITOR: return "it is blocked";
                default: return "it still runs";
            }
        }

        private void pump() throws InterruptedException, Left {
            EventSet events = machine.eventQueue().remove(2);
            if (events == null) {
                return;
            }
            boolean stays = false;
            for (Event event : events) {
                stays |= react(event);
            }
            if (!stays && !isOver) {
                events.resume();
            }
        }

        /** Whether the thread of the event is to stand still. */
        private boolean react(Event event) throws Left {
            if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                isOver = true;
            } else if (event instanceof ClassPrepareEvent) {
                stopIn(((ClassPrepareEvent) event).referenceType());
            } else if (event instanceof ThreadStartEvent) {
                ThreadReference thread = ((ThreadStartEvent) event).thread();
                return threads.contains(thread) && held.add(thread);
            } else if (event instanceof MonitorWaitEvent) {
                beginsToWait = true;
            } else if (event instanceof BreakpointEvent) {
                return reactToStop((BreakpointEvent) event);
            }
            return false;
        }

        private boolean reactToStop(BreakpointEvent event) {
            if (startStops.contains(event.request())) {
                number(event.thread());
                return false;
            }
            if (until.goal() == Goal.WAITS) {
                beginsToWait = true;
                return false;
            }
            if (hasArrived || !event.thread().equals(stepping) || isNoise(stepping)) {
                return false;
            }
            hits++;
            hasArrived = !until.isInLibrary() || hits == until.hits();
            if (hasArrived) {
                held.add(stepping);
            }
            return hasArrived;
        }

        /** A thread of the program is about to start another, unless that has been started before. */
        private void number(ThreadReference starter) {
            try {
                ThreadReference started = (ThreadReference) starter.frame(0).thisObject();
                boolean isOfTheJvm = started.referenceType().name().equals("jdk.internal.misc.InnocuousThread");
                if (threads.contains(starter) && !threads.contains(started) && !isOfTheJvm) {
                    threads.add(started);
                }
            } catch (IncompatibleThreadStateException problem) {
                throw new IllegalStateException("a thread at a stop is suspended", problem);
            }
        }

        /** Whether a method of the library was not predicted instruction by instruction: what makes and starts a thread. */
        private static boolean isPredictedAsOne(com.sun.jdi.Method method) {
            boolean makes = method.name().equals("<init>") && method.signature().matches("[(]Ljava/lang/ThreadGroup;.*J.*");
            return method.declaringType().name().equals("java.lang.Thread") && (makes || method.name().equals("start"));
        }

        /** The library also runs for the JVM (to load classes, to link call sites, to initialise its own) and for the reflective call. */
        private boolean isNoise(ThreadReference thread) {
            if (!until.isInLibrary()) {
                return false;
            }
            try {
                for (StackFrame frame : thread.frames()) {
                    String type = frame.location().declaringType().name();
                    String method = frame.location().method().name();
                    boolean loads = type.startsWith("jdk.internal.loader.") || type.equals("java.lang.ClassLoader");
                    boolean links = type.equals("java.lang.invoke.MethodHandleNatives");
                    if (loads || links || type.equals("@TYPE@") || isPredictedAsOne(frame.location().method())) {
                        return true;
                    }
                    boolean isEntry = type.equals(entryType) && (method.equals(entryMethod) || method.equals("<clinit>"));
                    if (isEntry || !type.matches("(java|jdk|sun|javax|com[.]sun)[.].*")) {
                        return false;
                    }
                    if (method.equals("<clinit>")) {
                        return true;
                    }
                }
                return false;
            } catch (IncompatibleThreadStateException problem) {
                throw new IllegalStateException("a thread at a stop is suspended", problem);
            }
        }
    }

