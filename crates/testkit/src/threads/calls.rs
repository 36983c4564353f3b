//! Sequences of calls of `Thread`, monitors, locks and their like, as a JVM answers them.
//!
//! A program of one thread has one answer, and `lazuli check` must give it. A program of two threads is run by the JVM with
//! pauses in which the second thread gets as far as it can; what comes of that must be among what is found.

use crate::generate::random::Random;
use crate::javac::{self, JavaSource};
use crate::{jdk, parallel, process};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// Calls that end at once, whatever happened before. `log` remembers a number; exceptions are remembered by their class.
const CALLS: &[&str] = &[
    "me.interrupt();",
    "log(bit(Thread.interrupted()));",
    "log(bit(me.isInterrupted()));",
    "log(bit(me.isAlive()));",
    "t.interrupt();",
    "log(bit(t.isInterrupted()));",
    "log(bit(t.isAlive()));",
    "log(t.getState().ordinal());",
    "log(me.getState().ordinal());",
    "t.join(0);",
    "t.join();",
    "t.join(1);",
    "t.join(-1);",
    "t.join(0, 1);",
    "t.join(0, 1_000_000);",
    "me.join(1);",
    "end(t);",
    "log(bit(t.isDaemon()));",
    "t.setDaemon(true);",
    "me.setDaemon(false);",
    "t.setName(\"other\"); log(t.getName().length());",
    "t.setName(null);",
    "t.setPriority(3);",
    "t.setPriority(11);",
    "me.setPriority(4); log(new Thread().getPriority()); me.setPriority(5);",
    "log(t.getPriority());",
    "log(bit(t.getThreadGroup() == null));",
    "log(bit(t.getUncaughtExceptionHandler() == null));",
    "log(bit(t.getThreadGroup() == me.getThreadGroup()));",
    "new Thread((Runnable) null).run(); t.run();",
    "new Thread((String) null);",
    "Thread.sleep(0);",
    "Thread.sleep(1);",
    "Thread.sleep(-1);",
    "Thread.sleep(0, 5);",
    "Thread.sleep(0, 1_000_000);",
    "Thread.yield();",
    "L.wait(1);",
    "L.wait(-1);",
    "L.notify();",
    "L.notifyAll();",
    "synchronized (L) { L.wait(1); }",
    "synchronized (L) { L.wait(0, 1); }",
    "synchronized (L) { L.wait(-1); }",
    "synchronized (L) { L.wait(1, -1); }",
    "synchronized (L) { synchronized (L) { L.wait(1); } log(bit(Thread.holdsLock(L))); }",
    "synchronized (L) { L.notify(); L.notifyAll(); }",
    "synchronized (t) { t.wait(1); }",
    "synchronized (t) { end(t); }",
    "log(bit(Thread.holdsLock(L)));",
    "Thread.holdsLock(null);",
    "LockSupport.unpark(me); LockSupport.park();",
    "LockSupport.unpark(me); LockSupport.unpark(me); LockSupport.park(); LockSupport.parkNanos(1);",
    "me.interrupt(); LockSupport.park();",
    "me.interrupt(); Thread.interrupted(); LockSupport.park();",
    "LockSupport.parkNanos(1);",
    "LockSupport.parkNanos(-1);",
    "LockSupport.unpark(t); LockSupport.unpark(null);",
    "local.set(local.get() + 1); log(local.get());",
    "local.remove(); log(local.get());",
    "lock.lock(); log(lock.getHoldCount());",
    "lock.unlock();",
    "log(bit(lock.tryLock()));",
    "log(bit(lock.tryLock(1, TimeUnit.MILLISECONDS)));",
    "lock.lockInterruptibly();",
    "log(bit(lock.isHeldByCurrentThread()));",
    "condition.await(1, TimeUnit.MILLISECONDS);",
    "log(bit(condition.awaitNanos(1) > 0));",
    "condition.signal();",
    "condition.signalAll();",
    "log(bit(semaphore.tryAcquire()));",
    "log(bit(semaphore.tryAcquire(1, TimeUnit.MILLISECONDS)));",
    "semaphore.release(); semaphore.acquire();",
    "semaphore.release(); log(semaphore.drainPermits());",
    "semaphore.acquire(-1);",
    "log(semaphore.availablePermits());",
    "latch.countDown(); log((int) latch.getCount());",
    "log(bit(latch.await(1, TimeUnit.MILLISECONDS)));",
    "new CountDownLatch(0).await();",
    "new CountDownLatch(-1);",
    "queue.put(1); log(queue.take());",
    "log(bit(queue.offer(2, 1, TimeUnit.MILLISECONDS)));",
    "log(number(queue.poll(1, TimeUnit.MILLISECONDS)));",
    "log(number(queue.poll()));",
    "log(queue.remainingCapacity());",
    "queue.add(3);",
    "log(new CyclicBarrier(1).await());",
    "log(bit(barrier.isBroken()));",
    "barrier.await(1, TimeUnit.MILLISECONDS);",
    "barrier.reset();",
    "task.run(); log(task.get());",
    "log(bit(task.cancel(true)));",
    "log(bit(task.isDone()));",
    "log(task.get(1, TimeUnit.MILLISECONDS));",
    "log(new Phaser(1).arriveAndAwaitAdvance());",
    "log(new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS));",
    "log(number(exchanger.exchange(1, 1, TimeUnit.MILLISECONDS)));",
    "log(bit(stamped.tryWriteLock() != 0));",
    "log(bit(stamped.tryReadLock(1, TimeUnit.MILLISECONDS) != 0));",
    "log(bit(stamped.validate(stamped.tryOptimisticRead())));",
    "stamped.asWriteLock().unlock();",
    "shared.readLock().lock(); log(shared.getReadHoldCount());",
    "shared.readLock().unlock();",
    "log(bit(shared.writeLock().tryLock()));",
    "shared.writeLock().unlock();",
];

/// What the second thread may wait for; the first ends each sooner or later.
const WAITS: &[&str] = &[
    "synchronized (L) { L.wait(); }",
    "synchronized (L) { L.wait(20); }",
    "synchronized (L) { L.notify(); L.wait(); }",
    "LockSupport.park();",
    "LockSupport.parkNanos(20_000_000);",
    "Thread.sleep(20);",
    "me.join();",
    "me.join(20);",
    "synchronized (L) { log(1); }",
    "synchronized (me) { log(2); }",
    "latch.await();",
    "semaphore.acquire();",
    "log(queue.take());",
    "lock.lockInterruptibly(); try { log(3); } finally { lock.unlock(); }",
    "lock.lock(); try { condition.await(); } finally { lock.unlock(); }",
    "log(bit(Thread.interrupted()));",
    "log(bit(Thread.currentThread().isInterrupted()));",
];

/// What the first thread does to the second.
const DEEDS: &[&str] = &[
    "t.interrupt();",
    "LockSupport.unpark(t);",
    "synchronized (L) { L.notify(); }",
    "synchronized (L) { L.notifyAll(); }",
    "synchronized (L) { pause(t); t.interrupt(); L.notify(); }",
    "synchronized (t) { t.notifyAll(); pause(t); }",
    "lock.lock(); try { condition.signal(); } finally { lock.unlock(); }",
    "latch.countDown();",
    "semaphore.release();",
    "log(bit(queue.offer(1)));",
    "log(bit(t.isAlive()));",
    "log(bit(t.isInterrupted()));",
    "t.join(1);",
    "t.setDaemon(true);",
    "t.start();",
    "me.interrupt(); t.join();",
    "pause(t);",
    "pause(t);",
    "pause(t);",
];

/// How many programs of each kind.
#[derive(Clone, Debug)]
pub struct CallSettings {
    pub first_seed: u64,
    pub of_one_thread: usize,
    pub of_two_threads: usize,
    /// How often the JVM runs each.
    pub rounds: usize,
    pub timeout: &'static str,
    pub cache: PathBuf,
}

/// What a comparison came to.
#[derive(Clone, Debug, Default)]
pub struct CallSummary {
    pub compared: usize,
    /// Those whose search came to its end.
    pub complete: usize,
    /// Sentences with the seed.
    pub differences: Vec<String>,
    /// Programs whose search did not end, and why.
    pub incomplete: Vec<String>,
}

struct Case {
    class: String,
    text: String,
    has_one_thread: bool,
}

/// Compares the answers of a binary with those of the JVM.
pub fn compare(lazuli: &Path, settings: &CallSettings) -> io::Result<CallSummary> {
    let cases: Vec<Case> = (0..settings.of_one_thread)
        .map(|number| one_thread(settings.first_seed + number as u64))
        .chain((0..settings.of_two_threads).map(|number| two_threads(settings.first_seed + number as u64)))
        .collect();
    let mut sources: Vec<JavaSource> = cases.iter().map(source).collect();
    sources.push(JavaSource { file: "Pause.java".to_string(), text: pause(true) });
    sources.push(JavaSource { file: "CallsRunner.java".to_string(), text: RUNNER.to_string() });
    let observed = run_on_jvm(&compile(settings, sources)?, &cases, settings.rounds)?;
    let mut sources: Vec<JavaSource> = cases.iter().map(source).collect();
    sources.push(JavaSource { file: "Pause.java".to_string(), text: pause(false) });
    sources.push(JavaSource { file: "Entries.java".to_string(), text: entries(&cases, &observed) });
    let classes = compile(settings, sources)?;
    let answers = parallel::map(&cases, |case| explore(lazuli, &classes, &case.class, settings.timeout));
    let mut summary = CallSummary { compared: cases.len(), ..CallSummary::default() };
    for (case, answer) in cases.iter().zip(answers) {
        let Some(observed) = observed.get(&case.class) else {
            summary.differences.push(format!("{}: the JVM did not run it", case.class));
            continue;
        };
        match answer {
            Err(what) => summary.differences.push(format!("{}: {what}", case.class)),
            Ok((_, Some(why))) => summary.incomplete.push(format!("{}: {why}", case.class)),
            Ok((found, None)) => {
                summary.complete += 1;
                let wanted: BTreeSet<String> = (0..observed.len()).map(|number| format!("Seen{number}")).collect();
                let is_right = if case.has_one_thread { found == wanted } else { found.is_superset(&wanted) };
                if !is_right {
                    summary.differences.push(format!("{}: {wanted:?}, but {found:?}\n{}", case.class, case.text));
                }
            }
        }
    }
    Ok(summary)
}

fn compile(settings: &CallSettings, sources: Vec<JavaSource>) -> io::Result<PathBuf> {
    javac::compile(&settings.cache, &[sources])?
        .remove(0)
        .map_err(|messages| io::Error::other(format!("a generated program does not compile:\n{messages}")))
}

fn source(case: &Case) -> JavaSource {
    JavaSource { file: format!("{}.java", case.class), text: case.text.clone() }
}

fn one_thread(seed: u64) -> Case {
    let mut random = Random::new(seed ^ 0x006f_6e65);
    let class = format!("One{seed}");
    let mut body = String::new();
    for _ in 0..3 + random.below(8) {
        statement(&mut body, random.pick::<&str>(CALLS));
    }
    Case { text: program(&class, "log(7);", &body), class, has_one_thread: true }
}

fn two_threads(seed: u64) -> Case {
    let mut random = Random::new(seed ^ 0x0074_776f);
    let class = format!("Two{seed}");
    let mut task = String::new();
    for _ in 0..1 + random.below(2) {
        statement(&mut task, random.pick::<&str>(WAITS));
    }
    let mut body = "t.start();\n".to_string();
    for _ in 0..1 + random.below(4) {
        statement(&mut body, random.pick::<&str>(DEEDS));
    }
    body.push_str("Thread.interrupted();\nfinish(t);\n");
    Case { text: program(&class, &task, &body), class, has_one_thread: false }
}

fn statement(body: &mut String, call: &str) {
    let _ = writeln!(body, "try {{ {call} }} catch (Exception e) {{ log(e); }}");
}

/// A class whose method `run` says in a number what happened. Each thread has a log of its own.
fn program(class: &str, task: &str, body: &str) -> String {
    format!(
        "import java.util.concurrent.*;\n\
         import java.util.concurrent.locks.*;\n\
         class {class} extends Pause {{\n\
         final Object L = new Object();\n\
         final ReentrantLock lock = new ReentrantLock();\n\
         final Condition condition = lock.newCondition();\n\
         final Semaphore semaphore = new Semaphore(0);\n\
         final CountDownLatch latch = new CountDownLatch(1);\n\
         final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);\n\
         final CyclicBarrier barrier = new CyclicBarrier(2);\n\
         final Exchanger<Integer> exchanger = new Exchanger<>();\n\
         final StampedLock stamped = new StampedLock();\n\
         final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();\n\
         final FutureTask<Integer> task = new FutureTask<>(() -> 5);\n\
         final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);\n\
         final Thread me = Thread.currentThread();\n\
         final Thread t = new Thread(this::other);\n\
         void other() {{\n{task}}}\n\
         int run() {{\n{body}return result();\n}}\n\
         }}\n"
    )
}

/// What all programs have in common. Only a real JVM pauses: there it makes rare things happen, and no others.
fn pause(is_jvm: bool) -> String {
    let waits = "for (int count = 0; count < 200 && t.getState() == Thread.State.RUNNABLE; count++) Thread.sleep(1);";
    let body = if is_jvm { waits } else { "" };
    PAUSE.replace("PAUSES", body)
}

const PAUSE: &str = r#"
abstract class Pause {
    private int mine = 1, others = 1;
    private final Thread first = Thread.currentThread();

    static int bit(boolean flag) { return flag ? 1 : 0; }

    static int number(Integer value) { return value == null ? -1 : value; }

    void log(int value) {
        if (Thread.currentThread() == first) mine = mine * 31 + value;
        else others = others * 37 + value;
    }

    void log(Exception e) {
        if (e instanceof InterruptedException) log(-2);
        else if (e instanceof IllegalMonitorStateException) log(-3);
        else if (e instanceof IllegalThreadStateException) log(-4);
        else if (e instanceof IllegalArgumentException) log(-5);
        else if (e instanceof NullPointerException) log(-6);
        else if (e instanceof java.util.concurrent.TimeoutException) log(-7);
        else if (e instanceof java.util.concurrent.BrokenBarrierException) log(-8);
        else if (e instanceof java.util.concurrent.CancellationException) log(-9);
        else if (e instanceof IllegalStateException) log(-10);
        else log(-11);
    }

    int result() { return mine * 41 + others; }

    /** Starts a thread and waits for its end, interrupted or not. */
    static void end(Thread t) throws InterruptedException {
        boolean was = Thread.interrupted();
        try {
            t.start();
            t.join();
        } finally {
            if (was) Thread.currentThread().interrupt();
        }
    }

    static void pause(Thread t) throws InterruptedException {
        PAUSES
    }

    static void finish(Thread t) {
        while (t.isAlive()) {
            t.interrupt();
            java.util.concurrent.locks.LockSupport.unpark(t);
            try {
                t.join(1);
            } catch (InterruptedException e) {
            }
        }
    }
}
"#;

/// Runs programs that are named by its arguments after how often to do so.
const RUNNER: &str = r#"
public class CallsRunner {
    public static void main(String[] args) throws Exception {
        for (int number = 1; number < args.length; number++) {
            StringBuilder line = new StringBuilder(args[number]);
            for (int round = Integer.parseInt(args[0]); round > 0; round--) {
                String name = args[number];
                int[] result = new int[1];
                Throwable[] failure = new Throwable[1];
                Thread main = new Thread(() -> {
                    try {
                        java.lang.reflect.Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
                        constructor.setAccessible(true);
                        Object program = constructor.newInstance();
                        java.lang.reflect.Method run = program.getClass().getDeclaredMethod("run");
                        run.setAccessible(true);
                        result[0] = (int) run.invoke(program);
                    } catch (Throwable thrown) {
                        failure[0] = thrown;
                    }
                });
                main.start();
                main.join(20_000);
                if (main.isAlive() || failure[0] != null) {
                    new IllegalStateException(name, failure[0]).printStackTrace();
                    System.exit(1);
                }
                line.append(' ').append(result[0]);
            }
            System.out.println(line);
        }
        System.exit(0);
    }
}
"#;

/// For each program a method that says by the class of an exception which of the results it was.
fn entries(cases: &[Case], observed: &BTreeMap<String, BTreeSet<i32>>) -> String {
    let most = observed.values().map(BTreeSet::len).max().unwrap_or(0);
    let mut text = "class Entries {\n".to_string();
    for case in cases {
        let _ = writeln!(text, "static void {0}() {{ int result = new {0}().run();", case.class);
        for (number, result) in observed.get(&case.class).into_iter().flatten().enumerate() {
            let _ = writeln!(text, "if (result == {result}) throw new Seen{number}();");
        }
        text.push_str("throw new Other();\n}\n");
    }
    text.push_str("}\nclass Other extends RuntimeException { }\n");
    for number in 0..most {
        let _ = writeln!(text, "class Seen{number} extends RuntimeException {{ }}");
    }
    text
}

fn run_on_jvm(classes: &Path, cases: &[Case], rounds: usize) -> io::Result<BTreeMap<String, BTreeSet<i32>>> {
    let mut command = Command::new(jdk::tool("java"));
    command.arg("-cp").arg(classes).arg("CallsRunner").arg(rounds.to_string());
    command.args(cases.iter().map(|case| &case.class));
    let finished = process::run(&mut command, LIMIT)?;
    if finished.code != Some(0) {
        return Err(io::Error::other(format!("the JVM did not run the programs:\n{}", finished.stderr)));
    }
    let read = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_string();
        Some((name, words.filter_map(|word| word.parse().ok()).collect()))
    };
    Ok(finished.stdout.lines().filter_map(read).collect())
}

/// The outcomes found by their names, and why these are not all, if so.
fn explore(
    lazuli: &Path,
    classes: &Path,
    name: &str,
    timeout: &str,
) -> Result<(BTreeSet<String>, Option<String>), String> {
    let mut command = Command::new(lazuli);
    command.arg("check").arg(classes).args(["--method", &format!("Entries.{name}"), "--format", "json"]);
    command.args(["--timeout", timeout]);
    let finished = process::run(&mut command, LIMIT).map_err(|error| format!("cannot run the binary: {error}"))?;
    let report: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no JSON ({error}), exit code {:?}, {}", finished.code, finished.stderr.trim()))?;
    let target = &report["targets"][0];
    let outcomes = target["outcomes"].as_object().into_iter().flatten();
    let found = outcomes.map(|(outcome, _)| outcome.rsplit(' ').next().unwrap_or(outcome).to_string()).collect();
    let is_complete = target["verdict"] == "proved";
    Ok((found, (!is_complete).then(|| format!("{} for {}", target["verdict"], target["reasons"]))))
}
