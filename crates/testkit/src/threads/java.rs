//! The Java text of a program with threads.

use super::{FIRST_ATOMIC, MONITORS, Statement, ThreadOutcome, Threaded, VARIABLES};
use std::collections::BTreeSet;
use std::fmt::Write;

impl Threaded {
    /// A class whose method `m(int p)` runs the program and throws an `Outcome…` with the number of the outcome, or `Other`.
    pub fn java(&self, class: &str, outcomes: &BTreeSet<ThreadOutcome>) -> String {
        let mut text = Text(String::new());
        text.line(0, "import java.util.concurrent.*;");
        text.line(0, "import java.util.concurrent.atomic.AtomicInteger;");
        text.line(0, "import java.util.concurrent.locks.ReentrantLock;");
        text.line(0, &format!("public class {class} {{"));
        for field in [
            "static int s0, s1;",
            "static volatile int v0;",
            "static class Box { int f; }",
            "static final Box box = new Box();",
            "static final int[] array = new int[2];",
            "static final AtomicInteger a0 = new AtomicInteger(), a1 = new AtomicInteger();",
            "static final Object L0 = new Object(), L1 = new Object();",
            "static class Monitor2 { static synchronized void add(int c) { s0 = s0 + c; } }",
            "static final ReentrantLock lock = new ReentrantLock();",
            "static final Semaphore semaphore = new Semaphore(1);",
            "static final CountDownLatch latch = new CountDownLatch(1);",
            "static class Lazy { static int x = s1 + 1; }",
            "static class Other extends RuntimeException { }",
        ] {
            text.line(1, field);
        }
        let ends = outcomes.iter().filter(|outcome| matches!(outcome, ThreadOutcome::Ends { .. }));
        for number in 0..ends.count() {
            text.line(1, &format!("static class Outcome{number} extends RuntimeException {{ }}"));
        }
        for (thread, body) in self.bodies.iter().enumerate().skip(1) {
            text.line(1, &format!("static class T{thread} extends Thread {{"));
            text.line(2, "int p, r;");
            text.line(2, "public void run() {");
            text.line(3, "try { body(); } catch (InterruptedException e) { throw new AssertionError(e); }");
            text.line(2, "}");
            text.line(2, "void body() throws InterruptedException {");
            text.line(3, "int r = 0;");
            text.body(3, body);
            text.line(3, "this.r = r;");
            text.line(2, "}");
            text.line(1, "}");
        }
        for thread in 1..self.bodies.len() {
            text.line(1, &format!("static final T{thread} t{thread} = new T{thread}();"));
        }
        text.line(1, "static void m(int p) throws InterruptedException {");
        text.line(2, "int r = 0;");
        for thread in 1..self.bodies.len() {
            text.line(2, &format!("t{thread}.p = p;"));
        }
        text.body(2, &self.bodies[0]);
        for thread in 1..self.bodies.len() {
            text.line(2, &format!("t{thread}.join();"));
        }
        text.ends(outcomes);
        text.line(2, "throw new Other();");
        text.line(1, "}");
        text.line(0, "}");
        text.0
    }
}

struct Text(String);

impl Text {
    fn line(&mut self, indent: usize, line: &str) {
        let _ = writeln!(self.0, "{}{line}", "    ".repeat(indent));
    }

    fn ends(&mut self, outcomes: &BTreeSet<ThreadOutcome>) {
        let mut number = 0;
        for outcome in outcomes {
            let ThreadOutcome::Ends { is_positive, variables, locals } = outcome else { continue };
            let mut conditions = vec![if *is_positive { "p > 0".to_string() } else { "p <= 0".to_string() }];
            for (variable, value) in variables.iter().enumerate() {
                conditions.push(format!("{} == {value}", read(variable)));
            }
            for (thread, value) in locals.iter().enumerate() {
                let holder = if thread == 0 { String::new() } else { format!("t{thread}.") };
                conditions.push(format!("{holder}r == {value}"));
            }
            self.line(2, &format!("if ({}) throw new Outcome{number}();", conditions.join(" && ")));
            number += 1;
        }
    }

    fn body(&mut self, indent: usize, body: &[Statement]) {
        for statement in body {
            self.statement(indent, statement);
        }
    }

    fn block(&mut self, indent: usize, opening: &str, body: &[Statement], closing: &str) {
        self.line(indent, opening);
        self.body(indent + 1, body);
        self.line(indent, closing);
    }

    fn statement(&mut self, indent: usize, statement: &Statement) {
        let fold = |value: String| format!("r = r * 3 + {value};");
        let simple = match statement {
            Statement::Copy { to, from, plus } => write(*to, &format!("{} + {plus}", read(*from))),
            Statement::Set { to, value } => write(*to, &value.to_string()),
            Statement::Publish { to, plus } => write(*to, &format!("r + {plus}")),
            Statement::Read { from } => fold(read(*from)),
            Statement::Increment { atomic } => fold(format!("a{atomic}.incrementAndGet()")),
            Statement::CompareAndSet { atomic, old, new } => {
                fold(format!("(a{atomic}.compareAndSet({old}, {new}) ? 1 : 0)"))
            }
            Statement::SynchronizedCall { plus } => format!("Monitor2.add({plus});"),
            Statement::Wait { monitor } => format!("{}.wait();", MONITORS[*monitor]),
            Statement::Notify { monitor, all: false } => format!("{}.notify();", MONITORS[*monitor]),
            Statement::Notify { monitor, all: true } => format!("{}.notifyAll();", MONITORS[*monitor]),
            Statement::Start { thread } => format!("t{thread}.start();"),
            Statement::Join { thread } => format!("t{thread}.join();"),
            Statement::Acquire => "semaphore.acquire();".to_string(),
            Statement::Release => "semaphore.release();".to_string(),
            Statement::CountDown => "latch.countDown();".to_string(),
            Statement::Await => "latch.await();".to_string(),
            Statement::Lazy => fold("Lazy.x".to_string()),
            Statement::Synchronized { monitor, body } => {
                return self.block(indent, &format!("synchronized ({}) {{", MONITORS[*monitor]), body, "}");
            }
            Statement::Locked { body } => {
                self.line(indent, "lock.lock();");
                return self.block(indent, "try {", body, "} finally { lock.unlock(); }");
            }
            Statement::TryLocked { body } => {
                self.line(indent, "if (lock.tryLock()) {");
                self.block(indent + 1, "try {", body, "} finally { lock.unlock(); }");
                return self.line(indent, "} else r = r * 3 + 2;");
            }
            Statement::IfVariable { variable, value, then, otherwise } => {
                self.block(indent, &format!("if ({} == {value}) {{", read(*variable)), then, "}");
                return self.block(indent, "else {", otherwise, "}");
            }
            Statement::IfParameter { then, otherwise } => {
                self.block(indent, "if (p > 0) {", then, "}");
                return self.block(indent, "else {", otherwise, "}");
            }
        };
        self.line(indent, &simple);
    }
}

fn read(variable: usize) -> String {
    let name = VARIABLES[variable];
    if variable >= FIRST_ATOMIC { format!("{name}.get()") } else { name.to_string() }
}

fn write(variable: usize, value: &str) -> String {
    let name = VARIABLES[variable];
    if variable >= FIRST_ATOMIC { format!("{name}.set({value});") } else { format!("{name} = {value};") }
}
